import { importing } from '../i18n/en/importing.ts'
import { createTexts } from '../i18n/index.ts'

/** The texts of the import dialog. */
export const say = createTexts({ importing })
