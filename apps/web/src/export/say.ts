import { exporting } from '../i18n/en/export.ts'
import { createTexts } from '../i18n/index.ts'

/** The texts of the export dialog. */
export const say = createTexts({ exporting })
