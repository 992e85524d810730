import type { Run } from '@ensemble/core'
import { serverEvents } from '../../platform/api/server-events.ts'
import { runTitle } from './run-title.ts'
import { tellHidden } from '../../platform/browser/tell.ts'
import { isEnded } from './run-view.ts'
import { openRun } from './run.ts'

/** Shorter Runs end while one still looks. */
const LONG_MS = 10_000

/** Whether its end is worth a notice. */
export const wasLong = ({ startedAt, endedAt, status }: Run): boolean =>
  isEnded(status) && endedAt !== undefined && Date.parse(endedAt) - Date.parse(startedAt) >= LONG_MS

/** Whether a person must decide: the Run continues only with them. */
const waitsForPerson = ({ status, waitingFor }: Run): boolean =>
  status === 'waiting' && waitingFor.some(({ type }) => type !== 'timer' && type !== 'restart')

let watching = false

/** From now on tells a person who looks elsewhere that a long Run has ended, or that any waits for them; `say` words how. */
export function watchRunEnds(say: (run: Run) => string): void {
  if (watching) return
  watching = true
  const waiting = new Set<string>()
  serverEvents.onEvent((event) => {
    if (event.type !== 'run.changed') return
    const run = event.run as Run // as the page's stream says it
    const isAsked = waitsForPerson(run)
    const isNew = isAsked && !waiting.has(run.id)
    if (isAsked) waiting.add(run.id)
    else waiting.delete(run.id)
    if (isNew || wasLong(run))
      tellHidden({ title: runTitle(run), body: say(run), tag: `run/${run.id}`, onOpen: () => openRun(run.id) })
  })
}
