import { applyDiff, invertDiff, toFileDiff, type FileDiff } from './file-diff.ts'
import { EMPTY_HISTORY, record, type History, type HistoryEntry } from './history.ts'

/** A file as the page holds it: the text is the document, everything else is derived from it. */
export interface FileRecord {
  readonly file: string
  /** Null where the file is deleted or not made yet. */
  readonly text: string | null
  /** What the server holds; equal to `text` where there is nothing to save. */
  readonly saved: string | null
  /** Of `saved`; null where the server has no such file. */
  readonly etag: string | null
  /** The last text that was JSON: what the canvas draws while `text` is being typed. */
  readonly valid: string | null
  /** Somebody else's change to a file that is also changed here, until a person chooses. */
  readonly theirs?: { readonly text: string | null; readonly etag: string | null }
}
export interface Document {
  readonly files: ReadonlyMap<string, FileRecord>
  readonly history: History
}
/** A wanted text of one file; null deletes it. */
export interface FileEdit {
  readonly file: string
  readonly text: string | null
}
export interface EditOptions {
  readonly label: string
  readonly at: number
  readonly mark?: string
}
export type Step = { readonly ok: true; readonly document: Document } | { readonly ok: false; readonly file: string }

export const EMPTY_DOCUMENT: Document = { files: new Map(), history: EMPTY_HISTORY }

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export const isDirty = (record: FileRecord): boolean => record.text !== record.saved

const textOf = (files: ReadonlyMap<string, FileRecord>, file: string): string | null => files.get(file)?.text ?? null

function withText(files: Map<string, FileRecord>, file: string, text: string | null): void {
  const before = files.get(file) ?? { file, text: null, saved: null, etag: null, valid: null }
  const valid = text === null ? null : isJson(text) ? text : before.valid
  files.set(file, { ...before, text, valid })
}

function applyAll(
  files: ReadonlyMap<string, FileRecord>,
  diffs: readonly FileDiff[],
): Map<string, FileRecord> | FileDiff {
  const next = new Map(files)
  for (const diff of diffs) {
    const applied = applyDiff(textOf(next, diff.file), diff)
    if (!applied.ok) return diff
    withText(next, diff.file, applied.text)
  }
  return next
}

/** The document after the user changed some files in one gesture. */
export function edit(document: Document, edits: readonly FileEdit[], options: EditOptions): Document {
  const files = new Map(document.files)
  const diffs: FileDiff[] = []
  for (const { file, text } of edits) {
    const diff = toFileDiff(file, textOf(files, file), text)
    if (diff === null) continue
    diffs.push(diff)
    withText(files, file, text)
  }
  if (diffs.length === 0) return document
  return { files, history: record(document.history, { ...options, diffs }) }
}

const step = (
  document: Document,
  entry: HistoryEntry | undefined,
  diffs: readonly FileDiff[],
  history: History,
): Step => {
  if (entry === undefined) return { ok: true, document }
  const files = applyAll(document.files, diffs)
  return files instanceof Map ? { ok: true, document: { files, history } } : { ok: false, file: files.file }
}

/** Takes the last step back; refused, naming the file, where its text has since become another one. */
export function undo(document: Document): Step {
  const { past, future } = document.history
  const entry = past.at(-1)
  const diffs = entry?.diffs.map(invertDiff).reverse() ?? []
  return step(document, entry, diffs, { past: past.slice(0, -1), future: entry ? [entry, ...future] : future })
}

/** Does again what was taken back last. */
export function redo(document: Document): Step {
  const { past, future } = document.history
  const entry = future[0]
  return step(document, entry, entry?.diffs ?? [], { past: entry ? [...past, entry] : past, future: future.slice(1) })
}

/** A file as the server holds it now. Never part of history; a file that is also changed here waits for a choice. */
export function receive(document: Document, file: string, text: string | null, etag: string | null): Document {
  const before = document.files.get(file)
  const files = new Map(document.files)
  if (before === undefined || !isDirty(before) || before.text === text) {
    withText(files, file, text)
    const now = files.get(file)
    if (now) files.set(file, { ...now, saved: text, etag, theirs: undefined })
    if (text === null) files.delete(file)
  } else if (text !== before.saved) {
    files.set(file, { ...before, theirs: { text, etag } })
  } else {
    files.set(file, { ...before, etag })
  }
  return { ...document, files }
}

/** A draft that was left unfinished, over the file in force; a stale one waits for a choice between the two. */
export function resume(document: Document, file: string, draft: string, isStale: boolean): Document {
  const before = document.files.get(file)
  const files = new Map(document.files)
  withText(files, file, draft)
  const now = files.get(file)
  if (now && before && isStale) files.set(file, { ...now, theirs: { text: before.text, etag: before.etag } })
  return { ...document, files }
}

/** The server took `text`. Typing may have gone on meanwhile, so only what was sent counts as saved. */
export function saved(document: Document, file: string, text: string | null, etag: string | null): Document {
  const before = document.files.get(file)
  if (!before) return document
  const files = new Map(document.files)
  if (text === null && before.text === null) files.delete(file)
  else files.set(file, { ...before, saved: text, etag, theirs: undefined })
  return { ...document, files }
}

/** Ends a conflict: `mine` will be saved over theirs, `theirs` replaces the text as a step that can be undone. */
export function resolveConflict(
  document: Document,
  file: string,
  choice: 'mine' | 'theirs',
  options: EditOptions,
): Document {
  const before = document.files.get(file)
  if (!before?.theirs) return document
  const { text, etag } = before.theirs
  const files = new Map(document.files).set(file, { ...before, saved: text, etag, theirs: undefined })
  const settled = { ...document, files }
  return choice === 'mine' ? settled : edit(settled, [{ file, text }], options)
}
