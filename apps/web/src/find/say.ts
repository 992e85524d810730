import { find } from '../i18n/en/find.ts'
import { createTexts } from '../i18n/index.ts'

/** The texts of find and replace. */
export const say = createTexts({ find })
