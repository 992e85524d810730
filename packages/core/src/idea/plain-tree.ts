import type { JsonNode } from '../schema/json-document.ts'
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  skipSpace,
  skipString,
} from './text-places.ts'

type Mutable = { -readonly [key in keyof JsonNode]: JsonNode[key] }

const endsScalar = (code: number): boolean =>
  code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT || code <= 32 || Number.isNaN(code)

/**
 * The tree of places of a text that is JSON, as `parseTree` of jsonc-parser makes it. It checks nothing, so it takes a fraction of the
 * time. It recurses: the caller bounds the depth.
 */
export const plainTree = (text: string): JsonNode => readValue(text, skipSpace(text, 0), undefined)

const readValue = (text: string, at: number, parent: JsonNode | undefined): Mutable => {
  switch (text.charCodeAt(at)) {
    case OPEN_OBJECT:
      return readContainer('object', text, at, parent, CLOSE_OBJECT, readProperty)
    case OPEN_ARRAY:
      return readContainer('array', text, at, parent, CLOSE_ARRAY, readValue)
    case QUOTE:
      return readString(text, at, parent)
    default:
      return readScalar(text, at, parent)
  }
}

/** The root has no `parent` at all. */
const nodeOf = (type: JsonNode['type'], offset: number, parent: JsonNode | undefined): Mutable =>
  parent === undefined ? { type, offset, length: 0 } : { type, offset, length: 0, parent }

/** An object or an array: `readChild` reads a member, up to the bracket `close`. */
const readContainer = (
  type: 'object' | 'array',
  text: string,
  at: number,
  parent: JsonNode | undefined,
  close: number,
  readChild: (text: string, at: number, parent: JsonNode) => Mutable,
): Mutable => {
  const node = nodeOf(type, at, parent)
  const children: JsonNode[] = (node.children = [])
  let next = skipSpace(text, at + 1)
  while (text.charCodeAt(next) !== close) {
    const child = readChild(text, next, node)
    children.push(child)
    next = skipSpace(text, child.offset + child.length)
    if (text.charCodeAt(next) === COMMA) next = skipSpace(text, next + 1)
  }
  node.length = next + 1 - at
  return node
}

const readProperty = (text: string, at: number, parent: JsonNode): Mutable => {
  const property = nodeOf('property', at, parent)
  const key = readString(text, at, property)
  property.colonOffset = skipSpace(text, at + key.length)
  const value = readValue(text, skipSpace(text, property.colonOffset + 1), property)
  property.children = [key, value]
  property.length = value.offset + value.length - at
  return property
}

const readString = (text: string, at: number, parent: JsonNode | undefined): Mutable => {
  const node = nodeOf('string', at, parent)
  const end = skipString(text, at)
  const written = text.slice(at + 1, end - 1)
  node.value = written.includes('\\') ? JSON.parse(text.slice(at, end)) : written
  node.length = end - at
  return node
}

const readScalar = (text: string, at: number, parent: JsonNode | undefined): Mutable => {
  let end = at
  while (!endsScalar(text.charCodeAt(end))) end++
  const value: unknown = JSON.parse(text.slice(at, end))
  const type = value === null ? 'null' : typeof value === 'boolean' ? 'boolean' : 'number'
  const node = nodeOf(type, at, parent)
  node.value = value
  node.length = end - at
  return node
}
