import type { Sha256 } from '@ensemble/core'
import { GENESIS, sha256Text } from '@ensemble/core/host'
import { follows } from './follows.ts'

/** Lines of a Run, read after event `after`. */
export interface ReadLines {
  readonly after: number
  /** The line of event `after`; undefined before the first one. */
  readonly before: string | undefined
  readonly lines: readonly string[]
  /** No more were asked for. */
  readonly limit: number
  readonly head: { readonly seq: number; readonly hash: Sha256 }
}

/** Holds lines against the chain; gives the place that was changed or is lost. */
export const findDamage = ({ after, before, lines, limit, head }: ReadLines): string | undefined => {
  if (after > 0 && before === undefined) return `event ${after}`
  let prev = before === undefined ? GENESIS : sha256Text(before)
  let seq = after
  for (const line of lines) {
    seq += 1
    if (!follows(line, seq, prev)) return `event ${seq === 1 ? 1 : seq - 1}`
    prev = sha256Text(line)
  }
  if (lines.length < limit && seq !== head.seq) return `event ${seq + 1}`
  return seq === head.seq && prev !== head.hash ? `event ${seq}` : undefined
}
