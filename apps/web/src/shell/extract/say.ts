import { extract } from '../../platform/i18n/en/extract.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of extracting. */
export const say = createTexts({ extract })
