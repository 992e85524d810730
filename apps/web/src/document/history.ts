import type { FileDiff } from './file-diff.ts'

/** One step of undo: everything a gesture changed, in the order it changed it. */
export interface HistoryEntry {
  /** What the user did, for the undo notice. */
  readonly label: string
  readonly diffs: readonly FileDiff[]
  /** Entries of one mark that follow within `MERGE_MS` become one: a burst of typing. */
  readonly mark?: string
  /** Milliseconds, of the last diff. */
  readonly at: number
}
export interface History {
  readonly past: readonly HistoryEntry[]
  readonly future: readonly HistoryEntry[]
}

export const EMPTY_HISTORY: History = { past: [], future: [] }
export const MERGE_MS = 500

/** A new step, or a longer last one; what was undone before cannot be redone any more. */
export function record(history: History, entry: HistoryEntry): History {
  const last = history.past.at(-1)
  const merges = last?.mark !== undefined && last.mark === entry.mark && entry.at - last.at <= MERGE_MS
  if (!merges) return { past: [...history.past, entry], future: [] }
  const merged = { ...last, diffs: [...last.diffs, ...entry.diffs], at: entry.at }
  return { past: [...history.past.slice(0, -1), merged], future: [] }
}
