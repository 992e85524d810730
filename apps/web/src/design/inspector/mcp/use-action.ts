import { useState } from 'react'
import { refreshMcp } from '../../explorer/mcp-store.ts'
import { say } from '../../explorer/say.ts'
import { notify } from '../../../platform/session/notify.ts'

/** Does something with a server, reports a refusal, and shows the new state. */
export function useAction(): readonly [boolean, (act: () => Promise<unknown>) => void] {
  const [isBusy, setBusy] = useState(false)
  const run = (act: () => Promise<unknown>): void => {
    setBusy(true)
    act()
      .catch((error: unknown) => notify.refusal(error, say('failed')))
      .then(refreshMcp)
      .finally(() => setBusy(false))
      // refreshMcp keeps entries it can't reload.
      .catch(() => undefined)
  }
  return [isBusy, run]
}
