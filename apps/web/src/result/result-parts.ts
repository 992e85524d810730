import type { Artifact, Json } from '@ensemble/core'
import { fileName, isAbc, isAbcArtifact, isArtifact } from './artifact.ts'

/** Something in an output that has a picture or a sound of its own. `path` leads to it: `song`, `parts › 0`. */
export type ResultPart =
  | { readonly type: 'audio' | 'image' | 'file'; readonly path: readonly string[]; readonly artifact: Artifact }
  | { readonly type: 'scoreFile'; readonly path: readonly string[]; readonly artifact: Artifact }
  | { readonly type: 'score'; readonly path: readonly string[]; readonly abc: string }

/** What to show of an output by its kind; nearest to the top first, a song before its parts. */
export function resultParts(output: Json): readonly ResultPart[] {
  const parts: ResultPart[] = []
  const seen = new Set<string>()
  const walk = (value: Json, path: readonly string[]): void => {
    if (isAbc(value)) parts.push({ type: 'score', path, abc: value })
    else if (isArtifact(value)) {
      if (seen.has(value.$artifact)) return
      seen.add(value.$artifact)
      parts.push({ type: kindOf(value), path, artifact: value })
    } else if (typeof value === 'object' && value !== null)
      // Json's arrays and objects hold Json.
      for (const [key, item] of Object.entries(value) as [string, Json][]) walk(item, [...path, key])
  }
  walk(output, [])
  return parts.toSorted((a, b) => a.path.length - b.path.length)
}

const kindOf = (artifact: Artifact): 'audio' | 'image' | 'file' | 'scoreFile' => {
  if (isAbcArtifact(artifact)) return 'scoreFile'
  if (/^audio\/(?!midi|x-midi|sp-midi)/.test(artifact.type)) return 'audio'
  // SVG can hold script; it is offered as a file and never drawn in the page.
  if (artifact.type.startsWith('image/') && !artifact.type.includes('svg')) return 'image'
  return 'file'
}

/** An output without what is shown apart, for the tree below: undefined where nothing is left. */
export function remainder(output: Json, title: string | undefined): Json | undefined {
  const rest = without(output, title)
  return rest === undefined || (typeof rest === 'object' && rest !== null && Object.keys(rest).length === 0)
    ? undefined
    : rest
}

const without = (value: Json, title: string | undefined, depth = 0): Json | undefined => {
  if (isArtifact(value) || isAbc(value)) return undefined
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => without(item, title, depth + 1)).filter((item) => item !== undefined)
    return items.length === 0 && value.length > 0 ? undefined : items
  }
  const entries: [string, Json][] = []
  // Json's objects hold Json.
  for (const [key, item] of Object.entries(value) as [string, Json][]) {
    const isShownTitle = depth === 0 && key === 'title' && item === title
    const kept = isShownTitle ? undefined : without(item, title, depth + 1)
    if (kept !== undefined) entries.push([key, kept])
  }
  return entries.length === 0 && Object.keys(value).length > 0 ? undefined : Object.fromEntries(entries)
}

/** What a part is called: its file's name, or where it stands. */
export const partName = (part: ResultPart): string =>
  part.type === 'score' ? (part.path.at(-1) ?? '') : fileName(part.artifact)
