import { findNodeAtLocation, parseTree, type JSONPath, type Node } from 'jsonc-parser'
import type { Json } from '@ensemble/core'

/** Changes of a JSON text at one place. What is added looks like its neighbours; every other byte stays. */

interface Style {
  /** One level; tabs or spaces. */
  readonly indent: string
  readonly eol: string
}

const styleOf = (text: string): Style => ({
  indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
  eol: text.includes('\r\n') ? '\r\n' : '\n',
})

/** Written without a space to spare. */
const isTight = (text: string): boolean => text.length > 2 && !/[:,]\s/.test(text)

const splice = (text: string, offset: number, end: number, inserted: string): string =>
  text.slice(0, offset) + inserted + text.slice(end)

const endOf = ({ offset, length }: Node): number => offset + length

/** The white space that the line of `offset` begins with. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
}

/** A value on lines of its own, the first excepted; on one line where `text` has no other. */
function write(text: string, value: Json, indentation: string): string {
  if (!text.includes('\n')) return JSON.stringify(value)
  const { indent, eol } = styleOf(text)
  return JSON.stringify(value, null, indent).replaceAll('\n', eol + indentation)
}

/** Puts an entry before child `index` of an object or array, or after the last one. */
function insertEntry(text: string, parent: Node, index: number, entry: (indentation: string) => string): string {
  const children = parent.children ?? []
  const next = children[index]
  const last = children.at(-1)
  if (last === undefined) {
    const inside = [parent.offset + 1, endOf(parent) - 1] as const
    if (!text.includes('\n')) return splice(text, ...inside, entry(''))
    const { indent, eol } = styleOf(text)
    const outer = indentAt(text, parent.offset)
    return splice(text, ...inside, eol + outer + indent + entry(outer + indent) + eol + outer)
  }
  const isOneLine = !text.slice(parent.offset, last.offset).includes('\n')
  const gap = isOneLine ? (isTight(text) ? '' : ' ') : styleOf(text).eol + indentAt(text, last.offset)
  const written = isOneLine ? entry('').replaceAll(/\r?\n[ \t]*/g, '') : entry(indentAt(text, last.offset))
  return next === undefined
    ? splice(text, endOf(last), endOf(last), `,${gap}${written}`)
    : splice(text, next.offset, next.offset, `${written},${gap}`)
}

const nested = (path: JSONPath, value: Json): Json =>
  path.reduceRight<Json>((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value)

/** `text` with `value` at `path`; undefined removes what stands there. What lies on the way to it is made. */
export function setAt(text: string, path: JSONPath, value: Json | undefined): string {
  if (value === undefined) return path.length === 0 ? text : removeAt(text, path)
  const root = parseTree(text)
  if (path.length === 0 || root === undefined) return toText(nested(path, value))
  let depth = 0
  let node = root
  for (; depth < path.length; depth += 1) {
    const next = findNodeAtLocation(root, path.slice(0, depth + 1))
    if (next === undefined) break
    node = next
  }
  const [key, ...rest] = path.slice(depth)
  const wanted = nested(rest, value)
  if (key !== undefined && node.type === 'object')
    return insertEntry(
      text,
      node,
      node.children?.length ?? 0,
      (indentation) => `${JSON.stringify(String(key))}:${isTight(text) ? '' : ' '}${write(text, wanted, indentation)}`,
    )
  if (key !== undefined && node.type === 'array')
    return insertAt(text, path.slice(0, depth), node.children?.length ?? 0, wanted)
  const whole = nested(path.slice(depth), value)
  return splice(text, node.offset, endOf(node), write(text, whole, indentAt(text, node.offset)))
}

/** `text` without what stands at `path`, a comma and the line it had to itself included. */
export function removeAt(text: string, path: JSONPath): string {
  const value = nodeAt(text, path)
  const entry = value?.parent?.type === 'property' ? value.parent : value
  const siblings = entry?.parent?.children
  if (entry?.parent === undefined || siblings === undefined) return text
  const index = siblings.indexOf(entry)
  const before = siblings[index - 1]
  const after = siblings[index + 1]
  if (before !== undefined) return splice(text, endOf(before), endOf(entry), '')
  if (after !== undefined) return splice(text, entry.offset, after.offset, '')
  return splice(text, entry.parent.offset + 1, endOf(entry.parent) - 1, '')
}

/** `text` with `value` inserted before item `index` of the array at `path`; an array that is not there is made. */
export function insertAt(text: string, path: JSONPath, index: number, value: Json): string {
  const array = nodeAt(text, path)
  if (array?.type !== 'array') return setAt(text, path, [value])
  return insertEntry(text, array, index, (indentation) => write(text, value, indentation))
}

/** `text` with the property at `path` called `name`; its value and place stay as they are. */
export function renameKey(text: string, path: JSONPath, name: string): string {
  const value = nodeAt(text, path)
  const key = value?.parent?.type === 'property' ? value.parent.children?.[0] : undefined
  if (key === undefined) return text
  return text.slice(0, key.offset) + JSON.stringify(name) + text.slice(key.offset + key.length)
}

/** `text` with every whole string value `from` replaced by `to`, and how many there were. Keys are left alone. */
export function replaceStrings(
  text: string,
  from: string,
  to: string,
): { readonly text: string; readonly count: number } {
  const root = parseTree(text)
  const places: { offset: number; length: number }[] = []
  const visit = (node: typeof root): void => {
    if (node === undefined) return
    if (node.type === 'string' && node.value === from) places.push(node)
    if (node.type === 'property') visit(node.children?.[1])
    else node.children?.forEach(visit)
  }
  visit(root)
  const replaced = places.reduceRight(
    (current, { offset, length }) => current.slice(0, offset) + JSON.stringify(to) + current.slice(offset + length),
    text,
  )
  return { text: replaced, count: places.length }
}

/** Moves item `from` of the array at `path` to `to`, keeping the text of every item. */
export function moveItem(text: string, path: JSONPath, from: number, to: number): string {
  const items = nodeAt(text, path)?.children ?? []
  const sources = items.map(({ offset, length }) => text.slice(offset, offset + length))
  const [moved] = sources.splice(from, 1)
  if (moved === undefined || to < 0 || to >= items.length) return text
  sources.splice(to, 0, moved)
  return items.reduceRight(
    (current, { offset, length }, index) =>
      current.slice(0, offset) + (sources[index] ?? '') + current.slice(offset + length),
    text,
  )
}

/** The JSON node at `path`, with its offset and length in UTF-16 units. */
export function nodeAt(text: string, path: JSONPath): ReturnType<typeof findNodeAtLocation> {
  const root = parseTree(text)
  return root && findNodeAtLocation(root, path)
}

/** A new file's text: two spaces, a line break at the end. */
export const toText = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`
