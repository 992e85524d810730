import { fork } from '../i18n/en/fork.ts'
import { createTexts } from '../i18n/index.ts'

/** The texts of forks and conversations. */
export const say = createTexts({ fork })
