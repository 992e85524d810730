import { inside } from '../../i18n/en/inside.ts'
import { createTexts } from '../../i18n/index.ts'

export const t = createTexts({ inside })
