import { goTo } from '../stores/location.ts'
import { runListStore } from '../stores/run-list.ts'
import { instantUrl } from '../stores/run-link.ts'
import { forkHere } from '../stores/run.ts'
import { notify } from '../ui/notify.ts'

/** Shows a Run beside its source, or beside the one that was started before it. */
export function compareWithBefore(run: string): void {
  const { runs } = runListStore.getState()
  const at = runs.findIndex(({ id }) => id === run)
  const a = runs[at]?.parent?.run ?? runs[at + 1]?.id
  goTo('compare', { ...(a !== undefined && { a }), b: run })
}

/** Puts the address of what is shown, at the instant that is shown, on the clipboard. */
export const copyInstant = (): Promise<void> => navigator.clipboard.writeText(instantUrl())

/** Starts a new Run from the instant that the scrubber shows; a refusal is told. */
export function forkFromHere(): void {
  forkHere().catch((error: unknown) => notify.refusal(error))
}
