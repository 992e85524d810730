import { compare } from '../../platform/i18n/en/compare.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The comparison's own texts. */
export const say = createTexts({ compare })
