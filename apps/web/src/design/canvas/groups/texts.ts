import { groups } from '../../../platform/i18n/en/groups.ts'
import { createTexts } from '../../../platform/i18n/index.ts'

export const t = createTexts({ groups })
