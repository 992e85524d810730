import { invertDiff, type FileDiff } from './file-diff.ts'
import { isClash, rebase } from './rebase.ts'

/** One step of undo: everything a gesture changed, in the order it changed it. */
export interface HistoryEntry {
  /** The user's action, for the undo notice. */
  readonly label: string
  readonly diffs: readonly FileDiff[]
  /** Entries of one mark that follow within `MERGE_MS` become one: a burst of typing. */
  readonly mark?: string
  /** Milliseconds, of the last diff. */
  readonly at: number
  /** Someone else's change: it is between the user's own and is never undone. */
  readonly from?: 'disk'
}
export interface History {
  readonly past: readonly HistoryEntry[]
  readonly future: readonly HistoryEntry[]
}

export const EMPTY_HISTORY: History = { past: [], future: [] }
export const MERGE_MS = 500

const isOwn = ({ from }: HistoryEntry): boolean => from === undefined
export const canUndo = ({ past }: History): boolean => past.some(isOwn)
export const canRedo = ({ future }: History): boolean => future.length > 0

/** A new step, or a longer last one; what was undone before cannot be redone any more. */
export function record(history: History, entry: HistoryEntry): History {
  const last = history.past.at(-1)
  const merges = last?.mark !== undefined && last.mark === entry.mark && entry.at - last.at <= MERGE_MS
  if (!merges) return { past: [...history.past, entry], future: [] }
  const merged = { ...last, diffs: [...last.diffs, ...entry.diffs], at: entry.at }
  return { past: [...history.past.slice(0, -1), merged], future: [] }
}

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
