import { useEffect } from 'react'
import { offerDockTab } from '../../platform/session/dock-tab.ts'
import { isWatchedEnd, runStore } from '../../runs/open/run-view.ts'
import { selectSpan } from '../../runs/open/run.ts'
import { refusedAnswers } from '../../runs/result/refused-answers.ts'
import { leafError } from '../../runs/trace/rows.ts'

/** The Run whose failure was shown last: one who closed the detail does not want it again. */
let revealed: string | null = null

/** Selects the span that explains why the open Run failed, unless a person or an address chose what to show. */
function revealFailure(): void {
  const { runId, status, log, cursor, selectedSpan, startedHere } = runStore.getState()
  if (status !== 'failed' || log === null || cursor !== null || selectedSpan !== null || revealed === runId) return
  revealed = runId
  const leaf = refusedAnswers(log)?.span ?? leafError(log)
  if (leaf !== null && leaf !== '') selectSpan(leaf)
  // With no span to look at, the sentence alone explains it.
  else if (startedHere) offerDockTab('result')
}

/** Shows the Call that waits for a person first, unless they look at an earlier instant. */
function offerWaiting(): void {
  const { status, cursor } = runStore.getState()
  if (status === 'waiting' && cursor === null) offerDockTab('waiting')
}

/** Brings into view what the open Run came to: its result, what it waits for, or why it failed. */
export function useOfferedTabs(run: string | null): void {
  useEffect(() => {
    // It may have ended, or begun to wait, before the dock was there.
    offerWaiting()
    revealFailure()
    return runStore.subscribe((state, before) => {
      if (state.runId !== run || state.status === before.status || state.cursor !== null) return
      // A Run that the person just watched ends with its result in view; one that waits says so.
      if (state.status === 'completed' && isWatchedEnd(state)) offerDockTab('result')
      offerWaiting()
      revealFailure()
    })
  }, [run])
}
