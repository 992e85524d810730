import { runsPage } from '../i18n/en/runs-page.ts'
import { createTexts } from '../i18n/index.ts'

/** The texts of the page of all runs. */
export const say = createTexts({ runsPage })
