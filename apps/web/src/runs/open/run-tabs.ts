import { createStore } from 'zustand/vanilla'

/** The Runs that are open, in the order in which they were opened. */
export interface RunTabs {
  readonly runs: readonly string[]
}

export const tabStore = createStore<RunTabs>(() => ({ runs: [] }))

export const addTab = (run: string): void =>
  tabStore.setState(({ runs }) => (runs.includes(run) ? {} : { runs: [...runs, run] }))

/** Answers the Run beside it, which comes in its place; undefined where it was the last. */
export function removeTab(run: string): string | undefined {
  const { runs } = tabStore.getState()
  const at = runs.indexOf(run)
  const left = runs.filter((each) => each !== run)
  tabStore.setState({ runs: left })
  return left[Math.min(Math.max(at, 0), left.length - 1)]
}
