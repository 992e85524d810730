import { isSettled, type Span } from '@ensemble/core/trace'
import { focusField } from '../../platform/session/focus-field.ts'
import { placeStore } from '../../platform/session/location.ts'
import { isGone } from '../open/gone-runs.ts'
import { follow } from '../open/run-playback.ts'
import { runStore, shownCursor } from '../open/run-view.ts'
import { sessionStore } from '../../platform/session/session.ts'
import type { Command } from '../../document/commands/command.ts'

/** The span in detail as it came to be, where a Run can be forked from it. */
function forkable(): Span | undefined {
  const { runId, log, selectedSpan } = runStore.getState()
  // The full trace shows the Run itself while no other span is selected.
  const id = selectedSpan ?? (placeStore.getState().page === 'trace' ? '' : null)
  const span = id === null || isGone(runId) ? undefined : log?.spans.byId.get(id)?.latest
  return span !== undefined && isSettled(span.status) ? span : undefined
}

/** Leads the keyboard to the edit that a fork begins with. */
export const forkSpan: Command = {
  id: 'forkSpan',
  label: 'command.forkSpan',
  group: 'run',
  keys: ['Shift+F'],
  isEnabled: () => forkable() !== undefined,
  run() {
    const shown = shownCursor(runStore.getState())?.span(forkable()?.id ?? '')
    // At the instant shown it may have not ended yet: there is nothing to edit then.
    if (shown === undefined || !isSettled(shown.status)) follow()
    sessionStore.setState(({ panels }) => ({ panels: { ...panels, inspector: true } }))
    focusField.setState({ field: 'fork' })
  },
}
