import { compare } from '../i18n/en/compare.ts'
import { createTexts } from '../i18n/index.ts'

/** The comparison's own texts. */
export const say = createTexts({ compare })
