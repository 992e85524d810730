import { waiting } from '../../i18n/en/waiting.ts'
import { createTexts } from '../../i18n/index.ts'

/** The waiting Calls' own texts. */
export const say = createTexts({ waiting })
