import { cases } from '../i18n/en/cases.ts'
import { createTexts } from '../i18n/index.ts'

/** The texts of cases. */
export const say = createTexts({ cases })
