import { settings } from '../i18n/en/settings.ts'
import { createTexts } from '../i18n/index.ts'

/** The texts of the settings. */
export const say = createTexts({ settings })
