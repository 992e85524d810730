import { isEnded, type RunView } from './run-view.ts'

/** How far a Run that continues after a restart has been read back, in recorded events. */
export interface ReadBack {
  /** Unknown until the server says so for the first time. */
  readonly done: number | undefined
  readonly total: number
}

/** Null unless an open Run is read back after a restart, which ends once it records anything new. */
export function readingBack({ status, log }: Pick<RunView, 'status' | 'log'>): ReadBack | null {
  const last = log?.events.at(-1)
  if (last?.type !== 'run.resumed' || last.data.why !== 'restart' || isEnded(status)) return null
  const { done, total = last.seq - 1 } = log?.live.get('')?.progress ?? {}
  return { done, total }
}
