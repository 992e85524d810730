import { failedCalls, type FailedCalls, type TraceLog } from '@ensemble/core/trace'
import type { RunView } from './run-view.ts'

const found = new WeakMap<TraceLog['events'], { readonly seq: number; readonly failed: FailedCalls | null }>()

/** The Calls that failed in the open Run although it completed; the same object until events arrive. */
export const completedOver = ({ status, log }: RunView): FailedCalls | null => {
  if (status !== 'completed' || log === null) return null
  const seq = log.events.length
  let known = found.get(log.events)
  if (known?.seq !== seq) {
    known = { seq, failed: failedCalls(log) ?? null }
    found.set(log.events, known)
  }
  return known.failed
}
