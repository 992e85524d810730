import type { history } from '../../platform/i18n/en/history.ts'
import type { FileDiff } from './file-diff.ts'

/** The action that a step was, as the undo history says it. */
export type StepLabel = keyof typeof history.step

/** The target of a step: nodes of the canvas, or one Tool of a node. */
export interface StepAbout {
  readonly nodes?: readonly string[]
  readonly tool?: string
}
/** One step of undo: everything a gesture changed, in the order it changed it. */
export interface HistoryEntry {
  /** The user's action, for the undo notice. */
  readonly label: string
  /** Its target; without one, the changed files. */
  readonly about?: StepAbout
  /** The tab that it was made in. */
  readonly tab?: string
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

export const isOwn = ({ from }: HistoryEntry): boolean => from === undefined
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
