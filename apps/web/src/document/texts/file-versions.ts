import { applyDiff, invertDiff } from './file-diff.ts'
import type { Document } from './document.ts'
import type { HistoryEntry } from './history.ts'

/** A file's text after a burst of edits. */
export interface EditVersion {
  /** Milliseconds, of the last edit; null for the text before the first known one. */
  readonly at: number | null
  /** The actions of the burst, each once, the newest first. */
  readonly labels: readonly string[]
  readonly text: string | null
}

/** Edits with less time between them are one burst. */
const BURST_MS = 60_000
/** Steps that put a whole text in place: no edit before or after one is of the same burst. */
const WHOLE: ReadonlySet<string> = new Set(['version', 'lastValid', 'conflict', 'restore', 'disk', 'import'])

/** The texts that a file had, the newest first, as far back as its steps of undo tell. */
export function editVersions(
  { files, history }: Pick<Document, 'files' | 'history'>,
  file: string,
): readonly EditVersion[] {
  let text: string | null = files.get(file)?.text ?? null
  const versions: { at: number; labels: string[]; text: string | null }[] = []
  let later: HistoryEntry | undefined
  let isWhole = true
  for (const entry of history.past.toReversed()) {
    if (!touches(entry, file)) continue
    const last = versions.at(-1)
    if (last === undefined || later === undefined || isApart(entry, later))
      versions.push({ at: entry.at, labels: [entry.label], text })
    else if (!last.labels.includes(entry.label)) last.labels.push(entry.label)
    later = entry
    const before = textBefore(entry, file, text)
    if (before === undefined) {
      isWhole = false
      break
    }
    text = before
  }
  return versions.length > 0 && isWhole ? [...versions, { at: null, labels: [], text }] : versions
}

const isApart = (earlier: HistoryEntry, later: HistoryEntry): boolean =>
  later.at - earlier.at > BURST_MS || WHOLE.has(earlier.label) || WHOLE.has(later.label)

const touches = ({ diffs }: HistoryEntry, file: string): boolean => diffs.some((diff) => diff.file === file)

/** Undefined where the text isn't the one that the entry led to. */
function textBefore({ diffs }: HistoryEntry, file: string, after: string | null): string | null | undefined {
  let text = after
  for (const diff of diffs.filter((one) => one.file === file).toReversed()) {
    const applied = applyDiff(text, invertDiff(diff))
    if (!applied.ok) return undefined
    text = applied.text
  }
  return text
}
