import { useStore } from 'zustand'
import { runStore, shownCursor, type RunView } from '../../runs/open/run-view.ts'

/** Calls under way and ended over all edges of a group, as `running/done`: a text, so that only a change is drawn. */
const countsOf =
  (edges: readonly string[]) =>
  (state: RunView): string => {
    const cursor = shownCursor(state)
    let running = 0
    let done = 0
    for (const id of edges) {
      const counts = cursor?.edge(id)
      running += counts?.running ?? 0
      done += counts?.done ?? 0
    }
    return `${running}/${done}`
  }

/** The combined activity of delegations with one chip. */
export function useGroupActivity(edges: readonly string[]): { readonly running: number; readonly done: number } {
  const [running = 0, done = 0] = useStore(runStore, countsOf(edges)).split('/').map(Number)
  return { running, done }
}
