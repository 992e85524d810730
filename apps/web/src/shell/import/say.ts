import { importing } from '../../platform/i18n/en/importing.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of the import dialog. */
export const say = createTexts({ importing })
