import { ideaName } from '@ensemble/core/trace'
import { readStored } from '../../platform/api/run-client.ts'
import { ideaId } from '../../document/texts/files.ts'
import { t } from '../../platform/i18n/run.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { instantUrl } from '../open/run-link.ts'
import { forkHere } from '../open/run.ts'
import { runStore } from '../open/run-view.ts'
import { openDialog } from '../../platform/session/session.ts'
import { notify } from '../../platform/session/notify.ts'

/** Puts the address of what is shown, at the instant that is shown, on the clipboard. */
export const copyInstant = (): Promise<void> => navigator.clipboard.writeText(instantUrl())

/** Starts a new Run from the scrubber's instant; shows a refusal. */
export function forkFromHere(): void {
  forkHere().catch((error: unknown) => notify.refusal(error))
}

/** Offers the open Run's input again, for the current files; shows a refusal. */
export const runAgain = (): Promise<void> => offerAgain(false)
/** The same without a real model. */
export const simulateAgain = (): Promise<void> => offerAgain(true)

async function offerAgain(simulate: boolean): Promise<void> {
  const first = runStore.getState().log?.events[0]
  if (first?.type !== 'run.created') return
  const { idea, input } = first.data
  const name = ideaName(idea)
  if (!graphStore.getState().graph.nodes.some(({ id }) => id === ideaId(name)))
    return notify.error(t('runAgainGone', { idea: name }))
  try {
    const whole = await readStored(first.run, input)
    openDialog({ type: 'run', idea: name, simulate, input: whole })
  } catch (error) {
    notify.refusal(error)
  }
}
