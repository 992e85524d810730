import { saved } from '../../platform/i18n/en/saved.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of a saved page. */
export const say = createTexts({ saved })
