import { countUpTo } from './history.ts'
import type { TraceLog, TraceMark } from './log-types.ts'

/** Every kind of event that one can step to. */
export const JUMP_TARGETS = ['event', 'call', 'error', 'approval'] as const
/** The scrubber's steps. */
export type JumpTarget = (typeof JUMP_TARGETS)[number]

/** The next (`by` 1) or previous (-1) event of a kind, seen from event `seq`; undefined if there is none. */
export const jumpFrom = (log: TraceLog, seq: number, target: JumpTarget, by: 1 | -1): number | undefined => {
  switch (target) {
    case 'event':
      return seq + by >= 1 && seq + by <= log.events.length ? seq + by : undefined
    case 'call':
      return log.calls[by === 1 ? countUpTo(log.calls, seq) : countUpTo(log.calls, seq - 1) - 1]
    case 'error':
    case 'approval': {
      const isMeant = (mark: TraceMark): boolean =>
        mark.kind === (target === 'error' ? 'error' : 'wait') && (by === 1 ? mark.seq > seq : mark.seq < seq)
      return (by === 1 ? log.marks.find(isMeant) : log.marks.findLast(isMeant))?.seq
    }
  }
}
