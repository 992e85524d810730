import { experiments } from '../../platform/i18n/en/experiments.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of experiments. */
export const say = createTexts({ experiments })
