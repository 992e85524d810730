import { applyAll, type Document } from './document.ts'
import { invertDiff } from './file-diff.ts'
import { lastStep, undoBelow, undoneByChoice, type LastStep } from './last-step.ts'

export type Step =
  | {
      readonly ok: true
      readonly document: Document
      /** A file of the step that others changed at the same place: it waits for a choice. */
      readonly conflict?: string
    }
  | { readonly ok: false; readonly file: string }

/** Takes the user's last step back, below what others changed since; where the two touch, a person chooses. */
export function undo(document: Document): Step {
  const last = lastStep(document.history)
  if (last === undefined) return { ok: true, document }
  const below = undoBelow(document.history, last)
  if (below === null) return undoToChoice(document, last)
  const files = applyAll(document.files, below.diffs)
  if (!(files instanceof Map)) return { ok: false, file: files.file }
  return { ok: true, document: { files, history: below.history } }
}

/** Puts the files of a step back, merged with others' later texts. */
function undoToChoice(document: Document, last: LastStep): Step {
  const touched = new Set(last.entry.diffs.map(({ file }) => file))
  const back = [...last.entry.diffs, ...last.since]
    .filter(({ file }) => touched.has(file))
    .map(invertDiff)
    .reverse()
  const files = applyAll(document.files, back)
  if (!(files instanceof Map)) return { ok: false, file: files.file }
  const clashing = new Set(last.since.map(({ file }) => file).filter((file) => touched.has(file)))
  for (const file of clashing) {
    const now = document.files.get(file)
    const record = files.get(file)
    if (record) files.set(file, { ...record, theirs: { text: now?.text ?? null, etag: now?.etag ?? null } })
  }
  const [conflict] = clashing
  const history = undoneByChoice(document.history, last)
  return { ok: true, document: { files, history }, ...(conflict !== undefined && { conflict }) }
}

/** Does again what was taken back last. */
export function redo(document: Document): Step {
  const { past, future } = document.history
  const [entry, ...rest] = future
  if (entry === undefined) return { ok: true, document }
  const files = applyAll(document.files, entry.diffs)
  if (!(files instanceof Map)) return { ok: false, file: files.file }
  return { ok: true, document: { files, history: { past: [...past, entry], future: rest } } }
}

/** Undoes (below 0) or redoes so many steps; stops where one cannot be done, or waits for a choice. */
export function jump(document: Document, count: number): Step {
  let last: Step = { ok: true, document }
  for (let left = Math.abs(count); left > 0; left -= 1) {
    const next: Step = count < 0 ? undo(last.document) : redo(last.document)
    if (!next.ok) return last.document === document ? next : last
    last = next
    if (next.conflict !== undefined) return next
  }
  return last
}
