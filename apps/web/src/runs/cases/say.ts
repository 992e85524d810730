import { cases } from '../../platform/i18n/en/cases.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of cases. */
export const say = createTexts({ cases })
