import { add } from '../../platform/i18n/en/add.ts'
import { createTexts } from '../../platform/i18n/index.ts'

export const t = createTexts({ add })
