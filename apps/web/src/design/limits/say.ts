import { settings } from '../../platform/i18n/en/settings.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of limits, which settings and inspector share. */
export const say = createTexts({ settings })
