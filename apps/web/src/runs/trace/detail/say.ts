import { spanDetailTexts } from '../../../platform/i18n/en/span-detail.ts'
import { createTexts } from '../../../platform/i18n/index.ts'

/** The texts of a span's detail. */
export const say = createTexts({ spanDetailTexts })
