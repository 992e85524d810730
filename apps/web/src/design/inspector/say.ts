import { forms } from '../../platform/i18n/en/forms.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The forms' own texts. */
export const say = createTexts({ forms })
