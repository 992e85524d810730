import { naming } from '../../platform/i18n/en/naming.ts'
import { createTexts } from '../../platform/i18n/index.ts'

export const t = createTexts({ naming })
