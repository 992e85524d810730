import { notes } from '../../i18n/en/notes.ts'
import { createTexts } from '../../i18n/index.ts'

export const t = createTexts({ notes })
