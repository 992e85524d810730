import { findNodeAtLocation, parseTree, printParseErrorCode, visit } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import { segmentsOf } from '../schema/json-document.ts'
import { parsePointer, toPointer } from '../schema/pointer.ts'
import type { Json, Pointer } from '../schema/json.ts'
import { plainTree } from './plain-tree.ts'
import { type Place, countWritten, createPlaceFinder, measure } from './text-places.ts'

/** A JSON text with the places of its values and its JSON errors. */
export interface SourceText {
  /** As much as could be read, even of a broken text. */
  readonly value: Json | undefined
  readonly error?: { readonly message: string; readonly range: Range }
  /** The text as a tree of places, as far as it could be read; of a text that is JSON made when it is asked for. */
  readonly root: Node | undefined
  readonly duplicateKeys: readonly { readonly key: string; readonly path: Pointer; readonly range: Range }[]
  /** The place of a value, or of the nearest enclosing one that exists. */
  rangeOf(pointer: Pointer): Range
}
/** Offset and length in UTF-16 units. */
export type Range = readonly [offset: number, length: number]

/** Reads JSON text as an editor does: never throws, and keeps what it understood of a broken text. */
export function readSourceText(text: string): SourceText {
  const value = readPlain(text)
  return value === undefined ? readWithTree(text) : new PlainText(text, value)
}

/** Deeper than any schema may be, and far from what the stack of the tree's parser holds. */
const MOST_LEVELS = 400

/** The value of a text without anything to tell of: JSON to its end, no key twice, and not too deep; else undefined. */
function readPlain(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json // JSON.parse gives JSON
    const { members, depth } = measure(value)
    return depth <= MOST_LEVELS && members === countWritten(text) ? value : undefined
  } catch {
    return undefined
  }
}

/** Caches one text only: lookups mostly come in a row, and thousands of texts are in memory. */
let latest: { readonly text: string; readonly find: (segments: readonly string[]) => Place } | undefined

const findPlace = (text: string, pointer: Pointer): Place => {
  if (latest?.text !== text) latest = { text, find: createPlaceFinder(text) }
  return latest.find(parsePointer(pointer) ?? [])
}

/** A text in which nothing is wrong as JSON. Thousands are held at a time, so a tree of places is made where it is used, and not kept. */
class PlainText implements SourceText {
  readonly value: Json
  readonly duplicateKeys = []
  readonly #text: string
  #root: WeakRef<Node> | undefined

  constructor(text: string, value: Json) {
    this.#text = text
    this.value = value
  }

  get root(): Node {
    const known = this.#root?.deref()
    if (known !== undefined) return known
    const root = plainTree(this.#text)
    this.#root = new WeakRef(root)
    return root
  }

  readonly rangeOf = (pointer: Pointer): Range => findPlace(this.#text, pointer)
}

const STRICT = { disallowComments: true, allowTrailingComma: false }

function readWithTree(text: string): SourceText {
  const errors: ParseError[] = []
  try {
    const root = parseTree(text, errors, STRICT)
    const [first] = errors
    return {
      // The engine's own parser is many times as fast, but reads only what is JSON to its end.
      value: root === undefined ? undefined : first === undefined ? (JSON.parse(text) as Json) : toValue(root), // JSON.parse gives JSON
      root,
      ...(first !== undefined && { error: describeError(text, first) }),
      duplicateKeys: root === undefined ? [] : findDuplicates(root),
      rangeOf: (pointer) => rangeOf(root, pointer),
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // The parser recurses; only a hostile text is nested deeper than the stack.
    const tooDeep = { message: 'The file is nested too deep to read.', range: [0, 0] as const }
    return { value: undefined, error: tooDeep, root: undefined, duplicateKeys: [], rangeOf: () => [0, 0] }
  }
}

/** Where a text stops being JSON, found without reading the rest of it; undefined where it is JSON. Never throws. */
export function findSyntaxError(text: string): SourceText['error'] {
  let first: ParseError | undefined
  try {
    visit(
      text,
      {
        onError(error, offset, length) {
          first = { error, offset, length }
          throw STOP
        },
      },
      STRICT,
    )
  } catch (thrown) {
    // Anything else is a text nested deeper than the stack, which the whole reading tells.
    if (thrown !== STOP) return undefined
  }
  return first && describeError(text, first)
}

const STOP = new Error('The first error was found.')

/** Own properties only: `__proto__` in a file is a key like any other. */
function toValue(node: Node): Json {
  if (node.type === 'array') return (node.children ?? []).map(toValue)
  if (node.type !== 'object') return node.value as Json // the parser's literal: string, number, boolean or null
  return Object.fromEntries(
    (node.children ?? []).flatMap((property): [string, Json][] => {
      const [name, value] = property.children ?? []
      return name === undefined || value === undefined ? [] : [[String(name.value), toValue(value)]]
    }),
  )
}

function rangeOf(root: Node | undefined, pointer: Pointer): Range {
  const segments = parsePointer(pointer) ?? []
  for (let length = segments.length; root !== undefined && length >= 0; length -= 1) {
    const node = nodeAt(root, segments.slice(0, length))
    if (node !== undefined) return [node.offset, node.length]
  }
  return [0, 0]
}

function nodeAt(root: Node, segments: readonly string[]): Node | undefined {
  return segments.reduce<Node | undefined>((node, segment) => {
    if (node === undefined) return undefined
    const isIndex = node.type === 'array' && /^\d+$/u.test(segment)
    return findNodeAtLocation(node, [isIndex ? Number(segment) : segment])
  }, root)
}

/** An invisible mark that editors and shells of some systems put before a text. */
const BYTE_ORDER_MARK = '\uFEFF'

function describeError(text: string, error: ParseError): { message: string; range: Range } {
  if (error.offset === 0 && text.startsWith(BYTE_ORDER_MARK)) {
    const what = 'an invisible byte order mark at its start. Save the file as UTF-8 without one'
    return { message: `Not JSON at line 1, column 1: ${what}.`, range: [0, 1] }
  }
  const before = text.slice(0, error.offset)
  const line = before.split('\n').length
  const column = error.offset - before.lastIndexOf('\n')
  const code = printParseErrorCode(error.error)
  const message = `Not JSON at line ${line}, column ${column}: ${ERRORS[code] ?? 'this does not belong here'}.`
  return { message, range: [error.offset, error.length] }
}

const ERRORS: { readonly [code: string]: string | undefined } = {
  InvalidSymbol: 'this is no JSON value',
  InvalidNumberFormat: 'this number is malformed',
  PropertyNameExpected: 'a property name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing } is expected',
  CloseBracketExpected: 'a closing ] is expected',
  EndOfFileExpected: 'the file should end here',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'a comment does not end',
  UnexpectedEndOfString: 'a string does not end',
  UnexpectedEndOfNumber: 'a number does not end',
  InvalidUnicode: 'a \\u escape is malformed',
  InvalidEscapeCharacter: 'an escape is malformed',
  InvalidCharacter: 'a control character must be escaped',
}

function findDuplicates(root: Node): SourceText['duplicateKeys'] {
  const found: { key: string; path: Pointer; range: Range }[] = []
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const children = node.children ?? []
    if (node.type === 'array') for (const child of children) if (child.children !== undefined) waiting.push(child)
    if (node.type !== 'object') continue
    const seen = new Set<unknown>()
    for (const { children: [name, value] = [] } of children) {
      if (name === undefined) continue
      if (seen.has(name.value)) {
        const key = String(name.value)
        found.push({ key, path: toPointer([...segmentsOf(node), key]), range: [name.offset, name.length] })
      }
      seen.add(name.value)
      if (value?.children !== undefined) waiting.push(value)
    }
  }
  return found
}
