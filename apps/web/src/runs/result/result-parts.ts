import type { Artifact, Json } from '@ensemble/core'
import { fileName, isAbc, isAbcArtifact, isArtifact, isPage } from '../artifacts/artifact.ts'
import type { Song, Sound } from './song/song-store.ts'

/** A part of an output with its own picture or sound. `path` leads to it: `song`, `parts › 0`. */
export type ResultPart =
  | {
      readonly type: 'audio' | 'image' | 'page' | 'file'
      readonly path: readonly string[]
      readonly artifact: Artifact
    }
  | { readonly type: 'scoreFile'; readonly path: readonly string[]; readonly artifact: Artifact }
  | { readonly type: 'score'; readonly path: readonly string[]; readonly abc: string }

/** Which parts there are, and the names of files that an output names and that its Run never made: they cannot be opened. */
export function openParts(
  parts: readonly ResultPart[],
  made: ReadonlySet<string>,
): { readonly parts: readonly ResultPart[]; readonly missing: readonly string[] } {
  const isThere = (part: ResultPart): boolean => part.type === 'score' || made.has(part.artifact.$artifact)
  return { parts: parts.filter(isThere), missing: parts.filter((part) => !isThere(part)).map(partName) }
}

/** The parts to show of an output by kind; nearest to the top first, a song before its parts. */
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

const kindOf = (artifact: Artifact): 'audio' | 'image' | 'page' | 'file' | 'scoreFile' => {
  if (isAbcArtifact(artifact)) return 'scoreFile'
  if (/^audio\/(?!midi|x-midi|sp-midi)/.test(artifact.type)) return 'audio'
  // SVG can hold script; it is offered as a file and never drawn in the page.
  // In an <img> a drawing runs no script and loads nothing.
  if (artifact.type.startsWith('image/')) return 'image'
  if (isPage(artifact)) return 'page'
  return 'file'
}

/** An output without what is shown apart, for the tree below: undefined where nothing is left. */
export function remainder(output: Json, title: string | undefined): Json | undefined {
  const rest = without(output, title)
  return rest === undefined || (typeof rest === 'object' && rest !== null && Object.keys(rest).length === 0)
    ? undefined
    : rest
}

/** Whether every list of a remainder has all its items: only then a place in it is the same place in the output. */
export const keepsLists = (output: Json | undefined, rest: Json): boolean => {
  if (typeof rest !== 'object' || rest === null) return true
  const whole = output as Readonly<Record<string, Json>> // a remainder has the form of its output
  if (Array.isArray(rest) && rest.length !== (output as readonly Json[]).length) return false
  // Json's arrays and objects hold Json.
  return (Object.entries(rest) as [string, Json][]).every(([name, item]) => keepsLists(whole[name], item))
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

/** A part's name: its file's name, or its place. */
export const partName = (part: ResultPart): string =>
  part.type === 'score' ? (part.path.at(-1) ?? '') : fileName(part.artifact)

/** An output's song: the sound nearest to the top, with those under `parts` as its parts. */
export function songOf(parts: readonly ResultPart[], title: string | undefined, urlOf: UrlOf): Song | undefined {
  const sounds = parts.filter(isSound)
  const [main] = sounds
  if (main === undefined) return undefined
  const soundOf = ({ artifact, path }: SoundPart): Sound => ({
    name: /^\d+$/u.test(path.at(-1) ?? '0') ? fileName(artifact).replace(/\.\w+$/u, '') : (path.at(-1) ?? ''),
    file: fileName(artifact),
    url: urlOf(artifact),
    bytes: artifact.bytes,
  })
  const name = fileName(main.artifact)
  const own = sounds.filter((part) => part !== main && isPartOf(part, main))
  return { ...soundOf(main), name, title: title ?? name, parts: own.map(soundOf) }
}

/** `parts.lead` next to `audio`: recorded for it. */
export const isPartOf = (part: ResultPart, main: ResultPart): boolean => {
  const siblings = main.path.slice(0, -1)
  return part.path.at(-2) === 'parts' && part.path.slice(0, -2).join('/') === siblings.join('/')
}

/** `song.mp3` next to `song.wav`: the same sound in another format. */
export const isCopyOf = (part: ResultPart, main: ResultPart): boolean =>
  part !== main && placeOf(part) === placeOf(main)
const placeOf = (part: ResultPart): string =>
  [...part.path.slice(0, -1), partName(part).replace(/\.\w+$/u, '')].join('/')

type UrlOf = (artifact: Artifact) => string
type SoundPart = Extract<ResultPart, { readonly artifact: Artifact }>
export const isSound = (part: ResultPart): part is SoundPart => part.type === 'audio'
