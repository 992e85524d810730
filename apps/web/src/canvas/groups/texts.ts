import { groups } from '../../i18n/en/groups.ts'
import { createTexts } from '../../i18n/index.ts'

export const t = createTexts({ groups })
