import { isObject } from '@ensemble/core'
import { isDirty, type Document } from '../texts/document.ts'
import { toFileDiff, type FileDiff } from '../texts/file-diff.ts'
import { recordForeign, type History, type HistoryEntry } from '../texts/history.ts'

/** A history that outlives the page, with the texts of its files as they were: what changed since is found by them. */
export interface KeptHistory {
  readonly version: 1
  readonly history: History
  readonly texts: ReadonlyMap<string, string | null>
}

/** What of the document has to be written down for `resumeHistory`. */
export function keepHistory({ files, history }: Document): KeptHistory {
  const named = [...history.past, ...history.future].flatMap(({ diffs }) => diffs.map(({ file }) => file))
  return { version: 1, history, texts: new Map(named.map((file) => [file, files.get(file)?.text ?? null])) }
}

const isEntries = (value: unknown): value is readonly HistoryEntry[] =>
  Array.isArray(value) && value.every((entry) => isObject(entry) && Array.isArray(entry.diffs))

/** Of this version, as structured clones come back; anything else is another program's. */
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

/**
 * The document with the history that was kept. What changed on the disk meanwhile counts as somebody else's; an edit
 * that was kept without its step becomes a step of its own. Anything that is no kept history leaves the document alone.
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
