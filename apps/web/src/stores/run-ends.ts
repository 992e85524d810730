import type { Run } from '@ensemble/core'
import { serverEvents } from '../api/server-events.ts'
import { runTitle } from '../runs/run-title.ts'
import { tellHidden } from '../ui/tell.ts'
import { isEnded, openRun } from './run.ts'

/** Shorter Runs end while one still looks. */
const LONG_MS = 10_000

/** Whether its end is worth a notice. */
export const wasLong = ({ startedAt, endedAt, status }: Run): boolean =>
  isEnded(status) && endedAt !== undefined && Date.parse(endedAt) - Date.parse(startedAt) >= LONG_MS

let watching = false

/** From now on tells a person who looks elsewhere that a long Run has ended; `say` words how. */
export function watchRunEnds(say: (run: Run) => string): void {
  if (watching) return
  watching = true
  serverEvents.onEvent((event) => {
    if (event.type !== 'run.changed') return
    const run = event.run as Run // as the page's stream says it
    if (wasLong(run))
      tellHidden({ title: runTitle(run), body: say(run), tag: `end/${run.id}`, onOpen: () => openRun(run.id) })
  })
}
