import { activities } from '../i18n/en/activities.ts'
import { createTexts } from '../i18n/index.ts'

/** The texts of the Activities page. */
export const say = createTexts({ activities })
