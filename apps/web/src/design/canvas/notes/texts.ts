import { notes } from '../../../platform/i18n/en/notes.ts'
import { createTexts } from '../../../platform/i18n/index.ts'

export const t = createTexts({ notes })
