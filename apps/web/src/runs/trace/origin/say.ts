import { originTexts } from '../../../platform/i18n/en/origin.ts'
import { createTexts } from '../../../platform/i18n/index.ts'

/** The texts of a value's origin. */
export const say = createTexts({ originTexts })
