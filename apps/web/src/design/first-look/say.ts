import { firstLook } from '../../platform/i18n/en/first-look.ts'
import { createTexts } from '../../platform/i18n/index.ts'

export const say = createTexts({ firstLook })
