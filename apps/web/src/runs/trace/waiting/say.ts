import { waiting } from '../../../platform/i18n/en/waiting.ts'
import { createTexts } from '../../../platform/i18n/index.ts'

/** The waiting Calls' own texts. */
export const say = createTexts({ waiting })
