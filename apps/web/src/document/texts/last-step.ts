import { invertDiff, type FileDiff } from './file-diff.ts'
import { isOwn, type History, type HistoryEntry } from './history.ts'
import { isClash, rebase } from './rebase.ts'

/** The user's last step and what others changed since. */
export interface LastStep {
  readonly before: readonly HistoryEntry[]
  readonly entry: HistoryEntry
  readonly since: readonly FileDiff[]
}

export function lastStep({ past }: History): LastStep | undefined {
  const index = past.findLastIndex(isOwn)
  const entry = past[index]
  if (entry === undefined) return undefined
  return { before: past.slice(0, index), entry, since: past.slice(index + 1).flatMap(({ diffs }) => diffs) }
}

const withDisk = (before: readonly HistoryEntry[], diffs: readonly FileDiff[], at: number): readonly HistoryEntry[] => {
  if (!before.some(isOwn)) return []
  return diffs.length === 0 ? before : [...before, { label: 'disk', diffs, at, from: 'disk' }]
}

const inverse = (diffs: readonly FileDiff[]): FileDiff[] => diffs.map(invertDiff).reverse()

/** Undoes the user's last step, below others' later changes, with the history then; null if the two clash. */
export function undoBelow(
  history: History,
  { before, entry, since }: LastStep,
): { readonly diffs: readonly FileDiff[]; readonly history: History } | null {
  const moved = rebase(inverse(entry.diffs), since)
  if (isClash(moved)) return null
  const undone = { ...entry, diffs: inverse(moved.diffs) }
  return {
    diffs: moved.diffs,
    history: { past: withDisk(before, moved.over, entry.at), future: [undone, ...history.future] },
  }
}

/** The history once a clash is with a person: the step's files are as before it. */
export function undoneByChoice(history: History, { before, entry, since }: LastStep): History {
  const files = new Set(entry.diffs.map(({ file }) => file))
  const others = since.filter(({ file }) => !files.has(file))
  return { past: withDisk(before, others, entry.at), future: [entry, ...history.future] }
}
