import { canvas } from './canvas.ts'
import { shell } from './shell.ts'

/** The texts of the page as it opens, in English. A translation has the same keys. */
export const en = { shell, canvas }
