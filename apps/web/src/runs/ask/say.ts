import { ask } from '../../platform/i18n/en/ask.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of asking again. */
export const say = createTexts({ ask })
