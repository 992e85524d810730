import { language } from '../i18n/language.ts'

const SHARE = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })

/** A score from 0 to 1 as people read it. */
export const scoreText = (score: number): string => SHARE.format(score)
