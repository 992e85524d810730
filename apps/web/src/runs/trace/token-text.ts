import { tokensOf, type SpanUsage } from '@ensemble/core/trace'
import { count } from '../../platform/ui/format.ts'

/** The tokens that this Run used, in brackets if a fork kept all of them; empty for none. */
export const tokenText = (usage: SpanUsage): string => {
  const { used, kept } = tokensOf(usage)
  if (used > 0) return count(used)
  return kept > 0 ? `(${count(kept)})` : ''
}
