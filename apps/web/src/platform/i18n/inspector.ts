import { en } from './en/index.ts'
import { inspector } from './en/inspector.ts'
import { createTexts } from './index.ts'

/** The page's texts with those of the inspector, which load with what shows them. */
export const t = createTexts({ ...en, inspector })
