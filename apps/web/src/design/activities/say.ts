import { activities } from '../../platform/i18n/en/activities.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of the Activities page. */
export const say = createTexts({ activities })
