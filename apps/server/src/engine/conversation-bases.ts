import type { JournalEvent, Sha256 } from '@ensemble/core'
import { isBodyRef } from '@ensemble/core/host'
import { parseLine } from './follows.ts'
import type { Statements } from './statements.ts'

type Started = JournalEvent & { readonly type: 'request.started' }

/** The conversation that a Request continues: the one before it in its Loop, or the end of the Run that its own continues. */
export interface ConversationBases {
  /** The base of a Request's messages, which are the base of the next. */
  next(event: Started): Sha256 | undefined
  forget(run: string): void
}

/** The stored messages of a Request; undefined if they are few and in its line. */
export const conversationIn = (event: JournalEvent): Sha256 | undefined =>
  event.type === 'request.started' && isBodyRef(event.data.messages) ? event.data.messages.$body : undefined

/** Runs whose last conversations are kept; of others they are looked up. */
const MOST_RUNS = 1000

export const createConversationBases = (statements: Pick<Statements, 'lines' | 'linesOfType'>): ConversationBases => {
  const byRun = new Map<string, Map<string, Sha256>>()
  const loopsOf = (run: string): Map<string, Sha256> => {
    const known = byRun.get(run)
    const loops = known ?? new Map<string, Sha256>()
    if (known === undefined) byRun.set(run, loops)
    for (const oldest of byRun.keys()) {
      if (byRun.size <= MOST_RUNS) break
      byRun.delete(oldest)
    }
    return loops
  }
  /** The last conversation of a Loop that is recorded, up to event `to`. */
  const recorded = (run: string, loop: string, to: number): Sha256 | undefined =>
    statements
      .linesOfType(run, 'request.started', 0, to)
      .map(parseLine)
      .flatMap((event) => (event?.parent === loop ? [conversationIn(event)] : []))
      .at(-1)
  const continued = (run: string): Sha256 | undefined => {
    const [first] = statements.lines(run, 0, 1).map(parseLine)
    const earlier = first?.type === 'run.created' ? first.data.continues : undefined
    return earlier === undefined ? undefined : recorded(earlier, '', Number.MAX_SAFE_INTEGER)
  }
  return {
    next: (event) => {
      const loop = event.parent ?? ''
      const loops = loopsOf(event.run)
      const isFirst = event.data.turn === 0
      const base =
        loops.get(loop) ??
        (isFirst ? (loop === '' ? continued(event.run) : undefined) : recorded(event.run, loop, event.seq - 1))
      const own = conversationIn(event)
      if (own !== undefined) loops.set(loop, own)
      return base
    },
    forget: (run) => void byRun.delete(run),
  }
}
