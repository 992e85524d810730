import { findNodeAtLocation, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import { parsePointer, toPointer } from '../schema/pointer.ts'
import type { Json, Pointer } from '../schema/json.ts'

/** A JSON text with its places: what it says, where each value stands, what is wrong with it as JSON. */
export interface SourceText {
  /** As much as could be read, even of a broken text. */
  readonly value: Json | undefined
  readonly error?: { readonly message: string; readonly range: Range }
  readonly duplicateKeys: readonly { readonly key: string; readonly path: Pointer; readonly range: Range }[]
  /** The place of a value, or of the nearest enclosing one that exists. */
  rangeOf(pointer: Pointer): Range
}
/** Offset and length in UTF-16 units. */
export type Range = readonly [offset: number, length: number]

/** Reads JSON text as an editor does: never throws, and keeps what it understood of a broken text. */
export function readSourceText(text: string): SourceText {
  const errors: ParseError[] = []
  try {
    const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
    const [first] = errors
    return {
      value: root === undefined ? undefined : toValue(root),
      ...(first !== undefined && { error: describeError(text, first) }),
      duplicateKeys: root === undefined ? [] : findDuplicates(root),
      rangeOf: (pointer) => rangeOf(root, pointer),
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // The parser recurses; only a hostile text is nested deeper than the stack.
    const tooDeep = { message: 'The file is nested too deep to read.', range: [0, 0] as const }
    return { value: undefined, error: tooDeep, duplicateKeys: [], rangeOf: () => [0, 0] }
  }
}

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

function describeError(text: string, error: ParseError): { message: string; range: Range } {
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
  const waiting: { node: Node; segments: readonly (string | number)[] }[] = [{ node: root, segments: [] }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, segments } = next
    if (node.type === 'array') {
      node.children?.forEach((child, index) => waiting.push({ node: child, segments: [...segments, index] }))
      continue
    }
    if (node.type !== 'object') continue
    const seen = new Set<string>()
    for (const property of node.children ?? []) {
      const [name, value] = property.children ?? []
      if (name === undefined) continue
      const key = String(name.value)
      const path = [...segments, key]
      if (seen.has(key)) found.push({ key, path: toPointer(path), range: [name.offset, name.length] })
      seen.add(key)
      if (value !== undefined) waiting.push({ node: value, segments: path })
    }
  }
  return found
}
