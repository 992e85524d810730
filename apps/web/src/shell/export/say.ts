import { exporting } from '../../platform/i18n/en/export.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of the export dialog. */
export const say = createTexts({ exporting })
