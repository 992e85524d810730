import { applyDiff, toFileDiff, type FileDiff } from './file-diff.ts'
import { EMPTY_HISTORY, record, type History, type StepAbout } from './history.ts'
import { codeNameOf } from './files.ts'
import { keepsJson } from './keeps-json.ts'

/** A file as the page holds it: the text is the document, everything else is derived from it. */
export interface FileRecord {
  readonly file: string
  /** Null where the file is deleted or not made yet. */
  readonly text: string | null
  /** The server's text; equal to `text` if there is nothing to save. */
  readonly saved: string | null
  /** The file's text, which runs use; differs from `saved` while the server keeps that as a draft. */
  readonly inForce: string | null
  /** The etag of `inForce`; null if the server has no such file. */
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
  readonly about?: StepAbout
  readonly tab?: string
}

export const EMPTY_DOCUMENT: Document = { files: new Map(), history: EMPTY_HISTORY }

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether a file takes this text: code any, the others only JSON. */
const isWhole = (file: string, text: string): boolean => codeNameOf(file) !== null || isJson(text)

export const isDirty = (record: FileRecord): boolean => record.text !== record.saved
/** Whether the text isn't JSON (for now). */
export const isBroken = ({ text, valid }: FileRecord): boolean => text !== null && text !== valid
/** Whether the text is a draft next to the file: it isn't JSON, or the server found errors in it. */
export const isDraft = (record: FileRecord): boolean =>
  isBroken(record) || (!isDirty(record) && record.text !== record.inForce)

const textOf = (files: ReadonlyMap<string, FileRecord>, file: string): string | null => files.get(file)?.text ?? null

/** Puts `text` in place; `diff`, where it is known, is what led to it. */
export function withText(files: Map<string, FileRecord>, file: string, text: string | null, diff?: FileDiff): void {
  const before = files.get(file) ?? { file, text: null, saved: null, inForce: null, etag: null, valid: null }
  const isSound =
    text !== null &&
    ((diff !== undefined && before.text !== null && !isBroken(before) && keepsJson(before.text, diff)) ||
      isWhole(file, text))
  const valid = text === null || isSound ? text : before.valid
  const { theirs } = before
  // Typing the same text by hand resolves the choice.
  const agreed = theirs?.text === text && { saved: text, inForce: text, etag: theirs.etag, theirs: undefined }
  files.set(file, { ...before, text, valid, ...agreed })
}

/** The files after all `diffs`, or the diff that does not fit. */
export function applyAll(
  files: ReadonlyMap<string, FileRecord>,
  diffs: readonly FileDiff[],
): Map<string, FileRecord> | FileDiff {
  const next = new Map(files)
  for (const diff of diffs) {
    const applied = applyDiff(textOf(next, diff.file), diff)
    if (!applied.ok) return diff
    withText(next, diff.file, applied.text, diff)
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
    withText(files, file, text, diff)
  }
  if (diffs.length === 0) return document
  return { files, history: record(document.history, { ...options, diffs }) }
}

/** The document as it is when a page opens: all files as the server holds them. Linear in the files. */
export function openDocument(
  read: Iterable<{ readonly file: string; readonly text: string | null; readonly etag: string | null }>,
): Document {
  const files = new Map<string, FileRecord>()
  for (const { file, text, etag } of read)
    if (text !== null)
      files.set(file, { file, text, saved: text, inForce: text, etag, valid: isWhole(file, text) ? text : null })
  return { files, history: EMPTY_HISTORY }
}

/** A restored draft over the saved file; a stale one waits for a choice between the two. */
export function resume(document: Document, file: string, draft: string, isStale: boolean): Document {
  const before = document.files.get(file)
  const files = new Map(document.files)
  withText(files, file, draft)
  const now = files.get(file)
  if (now && before && isStale) files.set(file, { ...now, theirs: { text: before.text, etag: before.etag } })
  return { ...document, files }
}
