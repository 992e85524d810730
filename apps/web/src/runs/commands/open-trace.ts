import type { Command } from '../../document/commands/command.ts'
import { t } from '../../platform/i18n/run.ts'
import { goTo, placeStore } from '../../platform/session/location.ts'
import { announce } from '../../platform/session/session.ts'
import { notify } from '../../platform/session/notify.ts'
import { IS_SAVED } from '../../platform/api/client.ts'
import { instantUrl, runParams } from '../open/run-link.ts'
import { runStore } from '../open/run-view.ts'

const hasRun = (): boolean => runStore.getState().runId !== null

/** Shows the open Run over the whole window. */
export const openTrace: Command = {
  id: 'openTrace',
  label: 'command.openTrace',
  group: 'run',
  keys: ['Shift+R'],
  isEnabled: () => hasRun() && !IS_SAVED && placeStore.getState().page !== 'trace',
  run: () => goTo('trace', runParams()),
}

/** Puts the address of the selected span, at the instant shown, on the clipboard; without a span that of the Run. */
export const copySpanLink: Command = {
  id: 'copySpanLink',
  label: 'command.copySpanLink',
  group: 'run',
  keys: ['Shift+S'],
  isEnabled: hasRun,
  run() {
    navigator.clipboard.writeText(instantUrl()).then(
      () => announce(t('trace.linkCopied')),
      (error: unknown) => notify.refusal(error),
    )
  },
}
