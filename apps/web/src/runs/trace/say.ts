import { traceView } from '../../platform/i18n/en/trace-view.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of how spans are looked at. */
export const say = createTexts({ traceView })
