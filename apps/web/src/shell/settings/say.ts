import { settings } from '../../platform/i18n/en/settings.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of the settings. */
export const say = createTexts({ settings })
