import { toggleGroup, toggleSpan } from '../open/look-at-trace.ts'
import { runStore } from '../open/run-view.ts'
import { selectSpan } from '../open/run.ts'
import type { TraceRow } from './rows.ts'

/** Opens or folds a line. One of equal siblings that was selected is shown by their line once that is folded. */
export function toggleRow({ id, span, members, expanded }: TraceRow): void {
  if (members === undefined) return toggleSpan(id)
  const { selectedSpan } = runStore.getState()
  if (expanded && selectedSpan !== null && members.includes(selectedSpan)) selectSpan(span)
  toggleGroup(id)
}
