import { type ParseError, parseTree } from 'jsonc-parser'
import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { readJson } from '../tool/convert.ts'
import type { SourceFile } from './imported.ts'
import { type Read, readYaml } from './read-yaml.ts'
import { isDeep } from './values.ts'

/** A file as every importer sees it: read once. */
export interface Source extends SourceFile {
  /** The last part of the path. */
  readonly file: string
  /** The value of JSON or YAML. */
  readonly value?: Json
  /** The front matter of Markdown (empty without one) and the text below. */
  readonly front?: JsonObject
  readonly body?: string
  /** Why the file cannot be read, as a sentence. */
  readonly reason?: string
  /** Where its JSON is broken; lines and columns count from 1. */
  readonly brokenAt?: { readonly line: number; readonly column: number }
}

const FRONT = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** A file of any kind; programs and Markdown are shorter. */
const MOST_CHARACTERS = 20_000_000
const MOST_PROGRAM = 8_000_000

/** A file by its kind; a text without a name by its beginning. Never throws. */
export const readSource = ({ path, text: given }: SourceFile): Source => {
  const text = given.replace(/^\uFEFF/, '')
  const file = path.slice(path.lastIndexOf('/') + 1)
  const source = { path, text, file }
  const most = /\.(?:[cm]?[jt]sx?|py|md|mdc|markdown)$/i.test(file) ? MOST_PROGRAM : MOST_CHARACTERS
  if (text.length > most) return { ...source, reason: `It is longer than ${most.toLocaleString('en')} characters.` }
  if (/\.(?:md|mdc|markdown)$/i.test(file)) return { ...source, ...readFront(text) }
  if (/\.(?:ya?ml|rivet-project)$/i.test(file)) return { ...source, ...withLimit(readYaml(text)) }
  if (/\.(?:[cm]?[jt]sx?|py)$/i.test(file)) return source
  if (/^\s*[[{]/.test(text)) {
    const value = readLongJson(text) ?? readJson(text)
    return { ...source, ...(value === undefined ? brokenJson(text) : withLimit({ value })) }
  }
  if (FRONT.test(text)) return { ...source, ...readFront(text) }
  return looksLikeYaml(text) ? { ...source, ...withoutReason(readYaml(text)) } : source
}

/** More nodes than any importer makes Ideas of; a flow's steps are compared with each other. */
export const MOST_NODES = 2000
export const TOO_MANY_NODES = `A flow is read up to ${MOST_NODES.toLocaleString('en')} nodes.`
const MOST_DEEP = 8

/** Why the value isn't read: a flow in it is too large. */
const withLimit = (read: Read): Read => {
  if (!('value' in read)) return read
  const isLarge = (value: Json, depth: number): boolean => {
    if (typeof value !== 'object' || value === null || depth > MOST_DEEP) return false
    const nodes = isObject(value) ? value['nodes'] : undefined
    if (typeof nodes === 'object' && nodes !== null && Object.keys(nodes).length > MOST_NODES) return true
    return Object.values(value).some((each: Json) => isLarge(each, depth + 1))
  }
  return isLarge(read.value, 0) ? { reason: TOO_MANY_NODES } : read
}

/** From here on, comments and trailing commas would take seconds to read. */
const LONG = 1_000_000

/** The value of long JSON without comments; undefined for any other text. */
const readLongJson = (text: string): Json | undefined => {
  if (text.length < LONG) return undefined
  try {
    const value = JSON.parse(text) as Json // what JSON gives
    return isDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}

/** The first place where a text is not JSON. */
export const brokenJson = (text: string): Pick<Source, 'reason' | 'brokenAt'> => {
  const errors: ParseError[] = []
  try {
    parseTree(text, errors, { allowTrailingComma: true })
  } catch {
    return { reason: 'Its JSON is nested too deeply.' }
  }
  const before = text.slice(0, errors[0]?.offset ?? 0).split('\n')
  return { brokenAt: { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 } }
}

/** A key at the edge of the text, and one below another. */
const looksLikeYaml = (text: string): boolean => /^[\w-]+:(?:\s|$)/m.test(text) && /^\s+[\w-]+:(?:\s|$)/m.test(text)
/** A text without a name may be anything: a YAML error in it is ignored. */
const withoutReason = (read: Read): Read | object => ('value' in read ? read : {})

const readFront = (text: string): Pick<Source, 'front' | 'body'> => {
  const found = FRONT.exec(text)
  if (found === null) return { front: {}, body: text.trim() }
  const [whole, front = ''] = found
  const read = readYaml(front)
  const value = 'value' in read && isObject(read.value) ? read.value : inLines(front)
  return { front: value, body: text.slice(whole.length).trim() }
}

/** Front matter that isn't YAML, as people write it: `description: Use this when: …`. Each line with a key is a text. */
const inLines = (front: string): JsonObject =>
  Object.fromEntries(
    front.split(/\r?\n/).flatMap((line): readonly (readonly [string, string])[] => {
      const [, key, value] = /^([A-Za-z][\w-]*):\s*(.*)$/.exec(line) ?? []
      return key === undefined ? [] : [[key, (value ?? '').trim()]]
    }),
  )
