import type { FileDiff } from './file-diff.ts'
import { canUndo, type History, type HistoryEntry } from './history.ts'
import { isClash, rebase } from './rebase.ts'

/** The history after somebody else's change. What could be redone still can, up to the first step that it touches. */
export function recordForeign(history: History, diffs: readonly FileDiff[], at: number): History {
  const future: HistoryEntry[] = []
  let over = diffs
  for (const entry of history.future) {
    const moved = rebase(entry.diffs, over)
    if (isClash(moved)) break
    future.push({ ...entry, diffs: moved.diffs })
    over = moved.over
  }
  const last = history.past.at(-1)
  if (!canUndo(history) || last === undefined) return { past: [], future }
  const entry: HistoryEntry =
    last.from === 'disk'
      ? { ...last, diffs: [...last.diffs, ...diffs], at }
      : { label: 'disk', diffs, at, from: 'disk' }
  return { past: [...(last.from === 'disk' ? history.past.slice(0, -1) : history.past), entry], future }
}
