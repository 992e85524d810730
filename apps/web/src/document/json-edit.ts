import { applyEdits, findNodeAtLocation, modify, parseTree, type FormattingOptions, type JSONPath } from 'jsonc-parser'
import type { Json } from '@ensemble/core'

/** How a text is laid out, so that what is added looks like what is there. */
function formattingOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}

/** `text` with `value` at `path`; undefined removes what stands there. Every byte that is not concerned stays. */
export function setAt(text: string, path: JSONPath, value: Json | undefined): string {
  if (path.length === 0) return value === undefined ? text : toText(value)
  return applyEdits(text, modify(text, path, value, { formattingOptions: formattingOf(text) }))
}

export const removeAt = (text: string, path: JSONPath): string => setAt(text, path, undefined)

/** `text` with `value` inserted before item `index` of the array at `path`; an array that is not there is made. */
export function insertAt(text: string, path: JSONPath, index: number, value: Json): string {
  const array = nodeAt(text, path)
  if (array?.type !== 'array') return setAt(text, path, [value])
  const options = { formattingOptions: formattingOf(text), isArrayInsertion: true }
  return applyEdits(text, modify(text, [...path, index], value, options))
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
