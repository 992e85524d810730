import { extract } from '../i18n/en/extract.ts'
import { createTexts } from '../i18n/index.ts'

/** The texts of extracting. */
export const say = createTexts({ extract })
