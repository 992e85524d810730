import { experiments } from '../i18n/en/experiments.ts'
import { createTexts } from '../i18n/index.ts'

/** The texts of experiments. */
export const say = createTexts({ experiments })
