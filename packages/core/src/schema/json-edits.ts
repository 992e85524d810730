import type { Json } from './json.ts'
import { isObject } from './json.ts'
import type { JsonDocument, JsonNode, TextEdit } from './json-document.ts'
import { applyTextEdits, editBetween, keyOf, parseDocument } from './json-document.ts'
import { type TextLayout, layoutOf } from './text-layout.ts'

/** Edits of JSON text that leave every byte alone which they do not concern: layout, comments, order, line ends. */

const endOf = (node: JsonNode): number => node.offset + node.length
const childrenOf = (node: JsonNode): readonly JsonNode[] => node.children ?? []

/** Whether each child of a container has its own line. */
const isSpread = (text: string, container: JsonNode): boolean => {
  const [first] = childrenOf(container)
  if (first !== undefined) return text.slice(container.offset, first.offset).includes('\n')
  const holder = container.parent?.type === 'property' ? container.parent.parent : container.parent
  return holder === undefined || isSpread(text, holder)
}

/** On one line, with the spaces people write: `{ "type": "string" }`. */
const inLine = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${inLine(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const LONGEST_LINE = 80

/** A value's text where its line is indented by `indent`: what is short stays on one line. */
const valueText = (layout: TextLayout, value: Json, indent: string, spread: boolean): string => {
  const line = layout.isTight ? JSON.stringify(value) : inLine(value)
  const isFlat = Array.isArray(value)
    ? value.every((item: Json) => typeof item !== 'object' || item === null)
    : !isObject(value) || Object.values(value).every((member) => typeof member !== 'object' || member === null)
  if (!spread || (isFlat && line.length <= LONGEST_LINE)) return line
  return JSON.stringify(value, null, layout.unit).replaceAll('\n', layout.eol + indent)
}

/** The first offset from `at` that holds neither white space nor a comment. */
const skipTrivia = (text: string, at: number): number => {
  const trivia = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/uy
  trivia.lastIndex = at
  return at + (trivia.exec(text)?.[0].length ?? 0)
}

/** The end of a comment that follows on the same line; `at` if there is none. */
const afterComment = (text: string, at: number): number => {
  const comment = /[ \t]*(?:\/\/[^\r\n]*|\/\*[^\n]*?\*\/[ \t]*(?=\r?\n))/uy
  comment.lastIndex = at
  return at + (comment.exec(text)?.[0].length ?? 0)
}

const commaAfter = (text: string, at: number): number | undefined => {
  const next = skipTrivia(text, at)
  return text[next] === ',' ? next : undefined
}

/** Inserts a child's text as number `index`; `write` gets its line's indent and whether it has its own line. */
const insertChild = (
  document: JsonDocument,
  container: JsonNode,
  index: number,
  write: (layout: TextLayout, indent: string, spread: boolean) => string,
): readonly TextEdit[] => {
  const { text } = document
  const layout = layoutOf(document)
  const children = childrenOf(container)
  const spread = isSpread(text, container)
  const outer = layout.indentAt(container.offset)
  const [first] = children
  const indent = first !== undefined && spread ? layout.indentAt(first.offset) : outer + layout.unit
  const written = write(layout, indent, spread)
  const separator = spread ? layout.eol + indent : layout.isTight ? '' : ' '
  if (first === undefined) {
    const isBare = container.length === 2
    const close = isBare ? (spread ? layout.eol + outer : container.type === 'object' ? ' ' : '') : ''
    const open = spread || container.type === 'object' ? separator : ''
    return [{ offset: container.offset + 1, length: 0, text: open + written + close }]
  }
  const before = children[Math.min(index, children.length) - 1]
  if (before === undefined) return [{ offset: first.offset, length: 0, text: `${written},${separator}` }]
  const end = endOf(before)
  const comma = commaAfter(text, end)
  if (comma !== undefined) {
    // A comma follows the last child only if a trailing one was tolerated.
    const tail = before === children.at(-1) ? '' : ','
    return [{ offset: afterComment(text, comma + 1), length: 0, text: separator + written + tail }]
  }
  const at = afterComment(text, end)
  if (at === end) return [{ offset: end, length: 0, text: `,${separator}${written}` }]
  return [
    { offset: end, length: 0, text: ',' },
    { offset: at, length: 0, text: separator + written },
  ]
}

/** Removes a property or an item with its comma; comments stay. */
export const removeChild = ({ text }: JsonDocument, child: JsonNode): readonly TextEdit[] => {
  const container = child.parent
  if (container === undefined) return []
  const end = endOf(child)
  const comma = commaAfter(text, end)
  if (comma !== undefined) {
    const next = /\s*/uy
    next.lastIndex = comma + 1
    const length = next.exec(text)?.[0].length ?? 0
    return comma === end
      ? [{ offset: child.offset, length: comma + 1 + length - child.offset, text: '' }]
      : [
          { offset: child.offset, length: child.length, text: '' },
          { offset: comma, length: 1, text: '' },
        ]
  }
  const children = childrenOf(container)
  const before = children[children.indexOf(child) - 1]
  const isComment = (from: number): boolean => text.slice(from, child.offset).trim() !== ''
  if (before === undefined) {
    const inside = text.slice(container.offset + 1, child.offset) + text.slice(end, endOf(container) - 1)
    if (inside.trim() === '') return [{ offset: container.offset, length: container.length, text: emptyOf(container) }]
    return [{ offset: child.offset, length: child.length, text: '' }]
  }
  const previousComma = commaAfter(text, endOf(before))
  if (previousComma === undefined) return [{ offset: child.offset, length: child.length, text: '' }]
  if (!isComment(previousComma + 1)) return [{ offset: previousComma, length: end - previousComma, text: '' }]
  return [
    { offset: previousComma, length: 1, text: '' },
    { offset: child.offset, length: child.length, text: '' },
  ]
}

const emptyOf = (container: JsonNode): string => (container.type === 'array' ? '[]' : '{}')

/** Adds `"key": value` as number `index`, at the end unless given. */
export const insertMember = (
  document: JsonDocument,
  object: JsonNode,
  key: string,
  value: Json,
  index = Infinity,
): readonly TextEdit[] =>
  insertChild(
    document,
    object,
    index,
    (layout, indent, spread) =>
      `${JSON.stringify(key)}:${layout.isTight ? '' : ' '}${valueText(layout, value, indent, spread)}`,
  )

export const insertItem = (
  document: JsonDocument,
  array: JsonNode,
  value: Json,
  index = Infinity,
): readonly TextEdit[] =>
  insertChild(document, array, index, (layout, indent, spread) => valueText(layout, value, indent, spread))

/** Replaces a value; a container on one line stays on one. */
export const replaceValue = (document: JsonDocument, node: JsonNode, value: Json): readonly TextEdit[] => {
  const { text } = document
  const layout = layoutOf(document)
  const holder = node.parent?.type === 'property' ? node.parent.parent : node.parent
  const wasSpread = text.slice(node.offset, endOf(node)).includes('\n')
  const spread = wasSpread || (childrenOf(node).length === 0 && (holder === undefined || isSpread(text, holder)))
  return [
    {
      offset: node.offset,
      length: node.length,
      text: valueText(layout, value, layout.indentAt(node.offset), spread),
    },
  ]
}

export const renameKey = (property: JsonNode, name: string): readonly TextEdit[] => {
  const key = property.children?.[0]
  return key === undefined ? [] : [{ offset: key.offset, length: key.length, text: JSON.stringify(name) }]
}

/** Child `from` of a container becomes number `to`; the texts of the children change places, what is between stays. */
export const moveChild = (
  { text }: JsonDocument,
  container: JsonNode,
  from: number,
  to: number,
): readonly TextEdit[] => {
  const children = childrenOf(container)
  const sources = children.map((child) => text.slice(child.offset, endOf(child)))
  const [moved] = sources.splice(from, 1)
  if (moved === undefined || to < 0 || to >= children.length) return []
  sources.splice(to, 0, moved)
  return children.flatMap((child, index) => {
    const source = sources[index] ?? ''
    return source === text.slice(child.offset, endOf(child))
      ? []
      : [{ offset: child.offset, length: child.length, text: source }]
  })
}

/** Sets (or with `undefined` removes) a member of an object; a new one goes to `index`, by default the end. */
export const setMember = (
  document: JsonDocument,
  object: JsonNode,
  key: string,
  value: Json | undefined,
  index?: number,
): readonly TextEdit[] => {
  const property = childrenOf(object).findLast((child) => keyOf(child) === key)
  if (value === undefined) return property === undefined ? [] : removeChild(document, property)
  const node = property?.children?.[1]
  if (property !== undefined && node === undefined) return [] // the author is in the middle of writing it
  return node === undefined ? insertMember(document, object, key, value, index) : replaceValue(document, node, value)
}

export type EditStep = (document: JsonDocument) => readonly TextEdit[]

/** Steps one after the other, each seeing the text the ones before left, as the one edit they make together. */
export const editInSteps = (text: string, steps: readonly EditStep[]): readonly TextEdit[] => {
  const [only] = steps
  if (steps.length === 1 && only !== undefined) return only(parseDocument(text))
  return editBetween(
    text,
    steps.reduce((current, step) => applyTextEdits(current, step(parseDocument(current))), text),
  )
}
