import { tracePage } from '../../platform/i18n/en/trace-page.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of the trace over the whole window. */
export const say = createTexts({ tracePage })
