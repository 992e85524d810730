import { findNodeAtLocation, parseTree, type JSONPath, type Node, type ParseError } from 'jsonc-parser'

/** A separately edited part of a file: the text around it, and its indent. */
export interface Slice {
  readonly prefix: string
  readonly suffix: string
  readonly indent: string
}

/** The whole file. */
export const WHOLE: Slice = { prefix: '', suffix: '', indent: '' }

/** The slice of the value at `path`; the whole file for `[]` or where the path leads nowhere. */
export function sliceAt(text: string, path: JSONPath): Slice {
  const node = path.length === 0 ? undefined : find(text, path)?.node
  return node === undefined ? WHOLE : sliceOf(text, node)
}

/**
 * The same in a broken text: by `valid`, its last JSON, if both agree around the value. The whole file if it breaks
 * earlier.
 */
export function sliceInDraft(text: string, valid: string | null, path: JSONPath): Slice {
  if (text === valid || path.length === 0) return sliceAt(text, path)
  const before = valid === null ? WHOLE : sliceAt(valid, path)
  if (before !== WHOLE && shownText(text, before) !== null) return before
  const found = find(text, path)
  return found === undefined || found.node.offset + found.node.length > found.broken ? WHOLE : sliceOf(text, found.node)
}

function sliceOf(text: string, node: Node): Slice {
  const end = node.offset + node.length
  const lineStart = text.lastIndexOf('\n', node.offset - 1) + 1
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? ''
  const [, ...rest] = text.slice(node.offset, end).split('\n')
  const isIndented = rest.every((line) => line.trim() === '' || line.startsWith(indent))
  return { prefix: text.slice(0, node.offset), suffix: text.slice(end), indent: isIndented ? indent : '' }
}

/** The value at `path`, and where the text is broken first. Undefined as well if it is nested beyond reading. */
function find(text: string, path: JSONPath): { readonly node: Node; readonly broken: number } | undefined {
  try {
    const errors: ParseError[] = []
    const root = parseTree(text, errors, { allowTrailingComma: true })
    const node = root && findNodeAtLocation(root, path)
    return node && { node, broken: errors[0]?.offset ?? text.length }
  } catch {
    return undefined
  }
}

/** The shown text of a slice; null if the text around it has changed and it must be found again. */
export function shownText(text: string, { prefix, suffix, indent }: Slice): string | null {
  const length = text.length - prefix.length - suffix.length
  // Whole texts are compared at once, which the engine does much faster than `startsWith`.
  if (length < 0 || text.slice(0, prefix.length) !== prefix || text.slice(prefix.length + length) !== suffix)
    return null
  const inner = text.slice(prefix.length, prefix.length + length)
  if (indent === '') return inner
  const [first = '', ...rest] = inner.split('\n')
  return [first, ...rest.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))].join('\n')
}

/** The file with `shown` in place of the slice. */
export function withShown({ prefix, suffix, indent }: Slice, shown: string): string {
  if (indent === '') return prefix + shown + suffix
  const [first = '', ...rest] = shown.split('\n')
  const lines = [first, ...rest.map((line) => (line === '' ? line : indent + line))]
  return prefix + lines.join('\n') + suffix
}

/** Maps file offsets to shown offsets, clamped to its ends. Counts lines once, for many offsets. */
export function shownOffsets(text: string, { prefix, suffix, indent }: Slice): (offset: number) => number {
  const from = prefix.length
  const end = text.length - suffix.length
  const clamp = (offset: number): number => Math.max(from, Math.min(end, offset))
  if (indent === '') return (offset) => clamp(offset) - from
  const starts: number[] = []
  /** Characters of indentation that are not shown, up to each line's start. */
  const cuts: number[] = []
  let cut = 0
  for (let at = text.indexOf('\n', from) + 1; at > 0 && at <= end; at = text.indexOf('\n', at) + 1) {
    starts.push(at)
    cuts.push(cut)
    if (text.startsWith(indent, at)) cut += indent.length
  }
  return (offset) => {
    const inside = clamp(offset)
    const line = lastAtMost(starts, inside)
    const start = starts[line]
    if (start === undefined) return inside - from
    const own = text.startsWith(indent, start) ? Math.min(inside - start, indent.length) : 0
    return inside - from - (cuts[line] ?? 0) - own
  }
}

/** The index of the last of sorted numbers that is not above `value`; -1 where all are. */
function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
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
