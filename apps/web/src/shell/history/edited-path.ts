import type { Document } from '../../document/texts/document.ts'
import { applyDiff, invertDiff, type FileDiff } from '../../document/texts/file-diff.ts'
import type { HistoryEntry } from '../../document/texts/history.ts'

type Path = readonly (string | number)[]
type Splice = Extract<FileDiff, { readonly type: 'splice' }>

/** Where a splice changes a JSON text, as keys and indices. Only the text before it counts, so it may be made or not. */
export function splicedPath(
  text: string,
  { offset, inserted, removed }: Pick<Splice, 'offset' | 'inserted' | 'removed'>,
): Path {
  const path = pathAt(text, offset)
  const [, comma = '', , key] = MEMBER.exec(inserted || removed) ?? []
  const around = comma === '' ? path : path.slice(0, -1)
  return key === undefined ? around : [...around, key]
}

/** A member, or the comma before an item, at the start of a splice. */
const MEMBER = /^\s*(,?)\s*("((?:[^"\\]|\\.)*)"\s*:)?/

const STRING = /"(?:[^"\\]|\\.)*("|$)/y

/** The keys and indices around `offset`. The text may be one that is being typed. */
function pathAt(text: string, offset: number): Path {
  const around: { isArray: boolean; key: string | number | undefined }[] = []
  for (let at = 0; at < offset; at += 1) {
    const inner = around.at(-1)
    switch (text[at]) {
      case '"': {
        STRING.lastIndex = at
        const written = STRING.exec(text)?.[0] ?? '"'
        if (inner?.isArray === false && inner.key === undefined) inner.key = written.slice(1).replace(/"$/, '')
        at += written.length - 1
        break
      }
      case '{':
        around.push({ isArray: false, key: undefined })
        break
      case '[':
        around.push({ isArray: true, key: 0 })
        break
      case '}':
      case ']':
        around.pop()
        break
      case ',':
        if (inner !== undefined) inner.key = typeof inner.key === 'number' ? inner.key + 1 : undefined
        break
    }
  }
  return around.flatMap(({ key }) => key ?? [])
}

const shared = (a: Path, b: Path): Path => {
  const parts = a.findIndex((key, at) => key !== b[at])
  return parts < 0 ? a : a.slice(0, parts)
}

/** Texts above this length are not read for their paths. */
const LONGEST = 200_000
/** So many steps from now are read. */
const MOST = 200

/** For each step near the current state that edited one JSON file in place: where. */
export function editedPaths({ files, history: { past, future } }: Document): ReadonlyMap<HistoryEntry, Path> {
  const paths = new Map<HistoryEntry, Path>()
  const walk = (entries: readonly HistoryEntry[], diffsOf: (entry: HistoryEntry) => readonly FileDiff[]): void => {
    const texts = new Map<string, string | null>()
    for (const entry of entries.slice(0, MOST)) {
      const found: Path[] = []
      for (const diff of diffsOf(entry)) {
        const text = texts.has(diff.file) ? (texts.get(diff.file) ?? null) : (files.get(diff.file)?.text ?? null)
        if (diff.type === 'splice' && text !== null && text.length < LONGEST) found.push(splicedPath(text, diff))
        const applied = applyDiff(text, diff)
        if (applied.ok) texts.set(diff.file, applied.text)
      }
      const isOneFile = new Set(entry.diffs.map(({ file }) => file)).size === 1
      if (isOneFile && found.length === entry.diffs.length) paths.set(entry, found.reduce(shared))
    }
  }
  walk(past.toReversed(), ({ diffs }) => diffs.map(invertDiff).toReversed())
  walk(future, ({ diffs }) => diffs)
  return paths
}
