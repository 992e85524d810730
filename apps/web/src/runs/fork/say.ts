import { fork } from '../../platform/i18n/en/fork.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of forks and conversations. */
export const say = createTexts({ fork })
