import { annotation } from '../../platform/i18n/en/annotation.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of what people say about Runs. */
export const say = createTexts({ annotation })
