import { around } from './en/around.ts'
import { en } from './en/index.ts'
import { createTexts } from './index.ts'

/** The page's texts with those of the panels around the canvas, which load after it. */
export const t = createTexts({ ...en, around })
