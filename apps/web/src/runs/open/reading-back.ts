import { isEnded, type RunView } from './run-view.ts'

/**
 * How many recorded events an open Run is read back through after a restart; null once it records anything new.
 */
export function readingBack({ status, log }: Pick<RunView, 'status' | 'log'>): number | null {
  const last = log?.events.at(-1)
  if (last?.type !== 'run.resumed' || last.data.why !== 'restart' || isEnded(status)) return null
  return last.seq - 1
}
