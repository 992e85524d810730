import { edit, withText, type Document, type EditOptions } from './document.ts'
import { toFileDiff } from './file-diff.ts'
import { EMPTY_HISTORY } from './history.ts'
import { recordForeign } from './record-foreign.ts'

/**
 * A file as the server has it now. A new text is someone else's change, which undo skips; a local change makes it a
 * choice.
 */
export function receive(document: Document, file: string, text: string | null, etag: string | null): Document {
  const before = document.files.get(file)
  const files = new Map(document.files)
  let { history } = document
  if (before === undefined || before.text === before.inForce || before.text === text) {
    withText(files, file, text)
    const now = files.get(file)
    if (now) files.set(file, { ...now, saved: text, inForce: text, etag, theirs: undefined })
    if (text === null) files.delete(file)
    const diff = toFileDiff(file, before?.text ?? null, text)
    if (diff !== null && history !== EMPTY_HISTORY) history = recordForeign(history, [diff], 0)
  } else if (text !== before.inForce) {
    files.set(file, { ...before, theirs: { text, etag } })
  } else {
    // The other writer undid its change: the file is as this edit's beginning.
    const isTakenBack = before.theirs !== undefined && before.theirs.text !== before.inForce
    files.set(file, { ...before, etag, ...(isTakenBack && { theirs: undefined }) })
  }
  return { files, history }
}

/** The server's result for a file: saved, or a draft next to it. */
export interface Taken {
  readonly file: string
  readonly text: string | null
  readonly etag: string | null
  readonly draft?: string | undefined
}

/** The server took these texts. Typing may have gone on meanwhile, so only what was sent counts as saved. */
export function saved(document: Document, taken: readonly Taken[]): Document {
  const files = new Map(document.files)
  for (const { file, text, etag, draft } of taken) {
    const before = files.get(file)
    if (before === undefined) continue
    if (text === null && before.text === null) files.delete(file)
    else {
      const inForce = draft === undefined ? text : before.inForce
      files.set(file, { ...before, saved: text, inForce, etag, theirs: undefined })
    }
  }
  return { ...document, files }
}

/** How a conflict ends: one of the two texts, or a third that has something of both. */
export type Choice = 'mine' | 'theirs' | { readonly text: string }

/** Ends a conflict: `mine` will be saved over theirs, another text replaces it as a step that can be undone. */
export function resolveConflict(document: Document, file: string, choice: Choice, options: EditOptions): Document {
  const before = document.files.get(file)
  if (!before?.theirs) return document
  const { text, etag } = before.theirs
  const files = new Map(document.files).set(file, { ...before, saved: text, inForce: text, etag, theirs: undefined })
  const settled = { ...document, files }
  if (choice === 'mine') return settled
  return edit(settled, [{ file, text: choice === 'theirs' ? text : choice.text }], options)
}
