import type { JSONPath } from 'jsonc-parser'
import { nodeAt } from '../document/json-edit.ts'

/** A part of a file that is edited by itself: what stands before and after it, and how far it is indented there. */
export interface Slice {
  readonly prefix: string
  readonly suffix: string
  readonly indent: string
}

/** The slice of the value at `path`; the whole file for `[]` or where the path leads nowhere. */
export function sliceAt(text: string, path: JSONPath): Slice {
  const node = path.length === 0 ? undefined : find(text, path)
  if (node === undefined) return { prefix: '', suffix: '', indent: '' }
  const end = node.offset + node.length
  const lineStart = text.lastIndexOf('\n', node.offset - 1) + 1
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? ''
  const [, ...rest] = text.slice(node.offset, end).split('\n')
  const isIndented = rest.every((line) => line.trim() === '' || line.startsWith(indent))
  return { prefix: text.slice(0, node.offset), suffix: text.slice(end), indent: isIndented ? indent : '' }
}

/** Undefined as well where the text is nested beyond reading. */
function find(text: string, path: JSONPath): ReturnType<typeof nodeAt> {
  try {
    return nodeAt(text, path)
  } catch {
    return undefined
  }
}

/** What an editor shows of a slice; null where the text around it has changed, so that it has to be found again. */
export function shownText(text: string, { prefix, suffix, indent }: Slice): string | null {
  const length = text.length - prefix.length - suffix.length
  if (length < 0 || !text.startsWith(prefix) || !text.endsWith(suffix)) return null
  const inner = text.slice(prefix.length, prefix.length + length)
  if (indent === '') return inner
  const [first = '', ...rest] = inner.split('\n')
  return [first, ...rest.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))].join('\n')
}

/** The file with `shown` in the place of the slice. */
export function withShown({ prefix, suffix, indent }: Slice, shown: string): string {
  const [first = '', ...rest] = shown.split('\n')
  const lines = [first, ...rest.map((line) => (line === '' ? line : indent + line))]
  return prefix + lines.join('\n') + suffix
}

/** An offset of the file as an offset of what is shown; clamped to its ends. */
export function toShownOffset(text: string, { prefix, suffix, indent }: Slice, offset: number): number {
  const end = text.length - suffix.length
  const inside = Math.max(prefix.length, Math.min(end, offset))
  if (indent === '') return inside - prefix.length
  const before = text.slice(prefix.length, inside)
  const breaks = before.split('\n').length - 1
  const column = inside - (text.lastIndexOf('\n', inside - 1) + 1)
  const cut = breaks === 0 ? 0 : (breaks - 1) * indent.length + Math.min(column, indent.length)
  return inside - prefix.length - cut
}

/** An offset of what is shown as one of the file. */
export function toFileOffset({ prefix, indent }: Slice, shown: string, offset: number): number {
  if (indent === '') return prefix.length + offset
  const breaks = shown.slice(0, offset).split('\n')
  // Blank lines carry no indentation.
  const indented = breaks.slice(1).filter((line, index) => {
    const isLast = index === breaks.length - 2
    const rest = isLast ? (shown.slice(offset).split('\n')[0] ?? '') : ''
    return line !== '' || rest !== ''
  }).length
  return prefix.length + offset + indented * indent.length
}
