import { inside } from '../../../platform/i18n/en/inside.ts'
import { createTexts } from '../../../platform/i18n/index.ts'

export const t = createTexts({ inside })
