import { find } from '../../platform/i18n/en/find.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of find and replace. */
export const say = createTexts({ find })
