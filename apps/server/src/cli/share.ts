import { EnsembleError } from '@ensemble/core'

/** A number from 0 to 1 given to a flag. Throws EnsembleError `usage`. */
export const readShare = (flag: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const share = text.trim() === '' ? Number.NaN : Number(text)
  if (share >= 0 && share <= 1) return share
  throw new EnsembleError('usage', `${flag} must be a number from 0 to 1, such as 0.8, not "${text}".`)
}

/** A score as people read it: two digits, more only where they decide. */
export const shareText = (share: number): string => String(Math.round(share * 1000) / 1000)
