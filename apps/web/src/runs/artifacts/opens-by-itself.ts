import { IS_SAVED } from '../../platform/api/client.ts'
import { isSparing } from '../../platform/session/is-sparing.ts'
import { isWatchedEnd, runStore } from '../open/run-view.ts'

/** The Runs whose song was shown: closed once, it stays closed. */
const shown = new Set<string>()
export const keepClosed = (run: string): unknown => shown.add(run)

/**
 * Whether the song of a Run opens over the window now: once, for a person who watched the Run complete, does nothing else,
 * and doesn't save data.
 */
export function opensByItself(run: string): boolean {
  const view = runStore.getState()
  const isWatched = view.runId === run && view.status === 'completed' && view.cursor === null && isWatchedEnd(view)
  if (!isWatched || IS_SAVED || shown.has(run) || isSparing()) return false
  return document.visibilityState === 'visible' && !isBusy()
}

/** A person who types, or answers a dialog, isn't interrupted. */
const isBusy = (): boolean =>
  document.querySelector('[role="dialog"]') !== null ||
  document.activeElement?.matches('input, textarea, [contenteditable="true"]') === true
