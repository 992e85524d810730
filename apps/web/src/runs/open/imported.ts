import type { RunView } from './run-view.ts'

/** The program that recorded the open Run; null if it was run here. Only what was run here is replayed, forked or continued. */
export const pickImported = ({ log }: RunView): string | null => {
  const first = log?.events[0]
  return first?.type === 'run.created' ? (first.data.imported?.program ?? null) : null
}
