import { ask } from '../i18n/en/ask.ts'
import { createTexts } from '../i18n/index.ts'

/** The texts of asking again. */
export const say = createTexts({ ask })
