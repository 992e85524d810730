import { en } from './en/index.ts'
import { dialogs } from './en/dialogs.ts'
import { createTexts } from './index.ts'

/** The page's texts with those of dialogs, which load with what shows them. */
export const t = createTexts({ ...en, dialogs })
