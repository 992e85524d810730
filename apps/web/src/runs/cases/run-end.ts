import type { Run } from '@ensemble/core'
import { readRun } from '../../platform/api/run-client.ts'
import { serverEvents } from '../../platform/api/server-events.ts'
import { isEnded } from '../open/run-view.ts'

/** Asked again now and then: an event may be lost while the server is away. */
const LOOK_MS = 2000

/** Resolves with a Run once it has ended. */
export const runEnd = (id: string): Promise<Run> =>
  new Promise((resolve, reject) => {
    const settle = (run: Run): void => {
      if (!isEnded(run.status)) return
      leave()
      resolve(run)
    }
    const look = (): void => {
      readRun(id).then(settle, (error: unknown) => {
        leave()
        reject(error instanceof Error ? error : new Error(String(error)))
      })
    }
    const timer = setInterval(look, LOOK_MS)
    const stop = serverEvents.onEvent((event) => {
      // The page's own server sends it (docs/contract/api.md#journal-events).
      if (event.type === 'run.changed' && (event.run as Run).id === id) settle(event.run as Run)
    })
    const leave = (): void => {
      clearInterval(timer)
      stop()
    }
    look()
  })
