import { forms } from '../i18n/en/forms.ts'
import { createTexts } from '../i18n/index.ts'

/** The forms' own texts. */
export const say = createTexts({ forms })
