import { isObject } from '@ensemble/core'
import { isDirty, type Document } from '../texts/document.ts'
import { toFileDiff, type FileDiff } from '../texts/file-diff.ts'
import type { History, HistoryEntry } from '../texts/history.ts'
import { recordForeign } from '../texts/record-foreign.ts'

/** A history that outlives the page, with the texts of its files as they were: what changed since is found by them. */
export interface KeptHistory {
  readonly version: 1
  readonly history: History
  readonly texts: ReadonlyMap<string, string | null>
}

/** The document's part to save for `resumeHistory`. */
export function keepHistory({ files, history }: Document): KeptHistory {
  const named = [...history.past, ...history.future].flatMap(({ diffs }) => diffs.map(({ file }) => file))
  return { version: 1, history, texts: new Map(named.map((file) => [file, files.get(file)?.text ?? null])) }
}

const isEntries = (value: unknown): value is readonly HistoryEntry[] =>
  Array.isArray(value) && value.every((entry) => isObject(entry) && Array.isArray(entry.diffs))

/** This version's form, as structured clones return it; anything else is another program's. */
const isKept = (value: unknown): value is KeptHistory => {
  if (typeof value !== 'object' || value === null || !('history' in value) || !('texts' in value)) return false
  const { history, texts } = value
  return (
    'version' in value &&
    value.version === 1 &&
    texts instanceof Map &&
    isObject(history) &&
    isEntries(history.past) &&
    isEntries(history.future)
  )
}

/** The files that a stored history is about; none for anything else. */
export const filesOfKept = (kept: unknown): readonly string[] => (isKept(kept) ? [...kept.texts.keys()] : [])

/**
 * The document with its stored history. Disk changes count as someone else's; an edit without its step becomes one.
 * Ignores anything else.
 */
export function resumeHistory(document: Document, kept: unknown, at: number): Document {
  if (!isKept(kept)) return document
  const own: FileDiff[] = []
  const foreign: FileDiff[] = []
  for (const file of new Set([...document.files.keys(), ...kept.texts.keys()])) {
    const record = document.files.get(file)
    const before = kept.texts.has(file) ? (kept.texts.get(file) ?? null) : (record?.saved ?? null)
    const diff = toFileDiff(file, before, record?.text ?? null)
    if (diff !== null) (record !== undefined && isDirty(record) ? own : foreign).push(diff)
  }
  const settled = foreign.length === 0 ? kept.history : recordForeign(kept.history, foreign, at)
  if (own.length === 0) return { ...document, history: settled }
  return { ...document, history: { past: [...settled.past, { label: 'restore', diffs: own, at }], future: [] } }
}
