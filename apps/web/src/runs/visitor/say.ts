import { visitor } from '../../platform/i18n/en/visitor.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of a visitor's page. */
export const say = createTexts({ visitor })
