import { isResultField } from '@ensemble/core/editor'
import { parseTree, type JSONPath, type Node } from 'jsonc-parser'
import type { FileEdit } from '../texts/document.ts'
import { ideaNameOf, toolNameOf } from '../texts/files.ts'
import type { Files } from './intents.ts'

/** The kind of a found text: a model's words, descriptions, another value, or names that others refer to. */
export type HitKind = 'prompt' | 'description' | 'name' | 'value'

export interface FindOptions {
  readonly matchCase: boolean
  readonly wholeWords: boolean
  readonly kinds: ReadonlySet<HitKind>
}

/** One place where the text was found; `offset` and `length` count UTF-16 units of the file. */
export interface Hit {
  readonly id: string
  readonly file: string
  readonly offset: number
  readonly length: number
  readonly path: JSONPath
  readonly kind: HitKind
  /** The words around it, as a person reads them. */
  readonly before: string
  readonly found: string
  readonly after: string
}

const AROUND = 48

/** The source position of each unit of a JSON string's value, with the end of the last. */
function literalOffsets(source: string): readonly number[] {
  const offsets: number[] = []
  let at = 1
  while (at < source.length - 1) {
    offsets.push(at)
    at += source[at] !== '\\' ? 1 : source[at + 1] === 'u' ? 6 : 2
  }
  return [...offsets, at]
}

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_]/u.test(character)

/** Places of `query` in `text`. Folding case by unit keeps places what they are; letters that change length stay apart. */
function placesIn(text: string, query: string, { matchCase, wholeWords }: FindOptions): readonly number[] {
  const fold = (value: string): string =>
    matchCase
      ? value
      : value.replace(/./gsu, (each) => (each.toLowerCase().length === each.length ? each.toLowerCase() : each))
  const [haystack, needle] = [fold(text), fold(query)]
  const places: number[] = []
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length)) {
    const isWhole = !isWord(text[at - 1]) && !isWord(text[at + needle.length])
    if (!wholeWords || isWhole) places.push(at)
  }
  return places
}

/** Members whose values are words of JSON Schema or of the protocol. */
const WORDS_OF_THE_PROTOCOL: ReadonlySet<unknown> = new Set([
  '$ref',
  '$schema',
  '$id',
  'type',
  'format',
  'pattern',
  'role',
  'kind',
  'model',
  'wire',
  'toolChoice',
  'effort',
])

function kindOf(path: JSONPath, isKey: boolean, value: string): HitKind {
  const last = path.at(-1)
  const isListed = typeof last === 'number' && path.at(-2) === 'required'
  const isMeta = path.some((step) => typeof step === 'string' && step.startsWith('_') && !isResultField(step))
  if (isKey || isListed || isMeta || WORDS_OF_THE_PROTOCOL.has(last) || /^(idea|tool):\/\/|^†/u.test(value))
    return 'name'
  if (path[0] === 'context' && (last === 'text' || last === 'content') && path.length === 3) return 'prompt'
  return last === 'description' || last === 'title' ? 'description' : 'value'
}

function hitsIn(file: string, text: string, query: string, options: FindOptions): readonly Hit[] {
  const hits: Hit[] = []
  const look = (node: Node, path: JSONPath, isKey: boolean): void => {
    if (typeof node.value !== 'string') return
    const { value } = node
    const kind = kindOf(path, isKey, value)
    if (!options.kinds.has(kind)) return
    const places = placesIn(value, query, options)
    if (places.length === 0) return
    const offsets = literalOffsets(text.slice(node.offset, node.offset + node.length))
    for (const place of places) {
      const end = place + query.length
      const offset = node.offset + (offsets[place] ?? 0)
      hits.push({
        id: `${file}:${offset}`,
        file,
        offset,
        length: node.offset + (offsets[end] ?? 0) - offset,
        path,
        kind,
        before: value.slice(Math.max(0, place - AROUND), place),
        found: value.slice(place, end),
        after: value.slice(end, end + AROUND),
      })
    }
  }
  const visit = (node: Node | undefined, path: JSONPath): void => {
    if (node === undefined) return
    if (node.type === 'string') look(node, path, false)
    node.children?.forEach((child, index) => {
      const [key, value] = child.type === 'property' ? (child.children ?? []) : []
      if (child.type !== 'property') visit(child, [...path, index])
      else if (key !== undefined) {
        const inside = [...path, String(key.value)]
        look(key, inside, true)
        visit(value, inside)
      }
    })
  }
  visit(parseTree(text), [])
  return hits
}

/** Every place of `query` in the Ideas and shared Tools, file by file from the top. Skips texts that aren't JSON. */
export function find(files: Files, query: string, options: FindOptions): readonly Hit[] {
  if (query === '') return []
  return [...files.values()]
    .filter(
      ({ file, text, valid }) => text !== null && text === valid && (ideaNameOf(file) ?? toolNameOf(file)) !== null,
    )
    .sort((one, other) => (one.file < other.file ? -1 : 1))
    .flatMap(({ file, text }) => hitsIn(file, text ?? '', query, options))
}

/** Hits by their files, in the order they were found. */
export function byFile(hits: readonly Hit[]): ReadonlyMap<string, readonly Hit[]> {
  const groups = new Map<string, Hit[]>()
  for (const hit of hits) {
    const own = groups.get(hit.file)
    if (own === undefined) groups.set(hit.file, [hit])
    else own.push(hit)
  }
  return groups
}

/** The edits that put `replacement` in place of each hit; every other byte of the files stays. */
export function replaceHits(files: Files, hits: readonly Hit[], replacement: string): readonly FileEdit[] {
  const written = JSON.stringify(replacement).slice(1, -1)
  return [...byFile(hits)].map(([file, own]) => ({
    file,
    text: own
      .toSorted((one, other) => other.offset - one.offset)
      .reduce(
        (text, { offset, length }) => text.slice(0, offset) + written + text.slice(offset + length),
        files.get(file)?.text ?? '',
      ),
  }))
}
