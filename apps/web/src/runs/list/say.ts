import { losses } from '../../platform/i18n/en/losses.ts'
import { runsPage } from '../../platform/i18n/en/runs-page.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of the page of all runs. */
export const say = createTexts({ runsPage })
/** Texts about lost runs, which the explorer's list needs too. */
export const sayLost = createTexts({ losses })
