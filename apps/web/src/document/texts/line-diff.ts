export interface DiffLine {
  readonly side: 'same' | 'theirs' | 'mine'
  readonly text: string
}

const MAX_CELLS = 4_000_000

/** Both texts line by line, with the longest common lines as `same`; very long changes are shown as a whole. */
export function diffLines(theirs: string, mine: string): readonly DiffLine[] {
  const a = theirs.split('\n')
  const b = mine.split('\n')
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let tail = 0
  while (tail < a.length - start && tail < b.length - start && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ side: 'same', text }))
  return [
    ...same(a.slice(0, start)),
    ...diffMiddle(a.slice(start, a.length - tail), b.slice(start, b.length - tail)),
    ...same(a.slice(a.length - tail)),
  ]
}

function diffMiddle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const removed = a.map((text): DiffLine => ({ side: 'theirs', text }))
  const added = b.map((text): DiffLine => ({ side: 'mine', text }))
  if (a.length * b.length > MAX_CELLS || a.length === 0 || b.length === 0) return [...removed, ...added]
  const width = b.length + 1
  const common = new Uint32Array((a.length + 1) * width)
  const at = (row: number, column: number): number => common[row * width + column] ?? 0
  for (let row = a.length - 1; row >= 0; row -= 1)
    for (let column = b.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        a[row] === b[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const lines: DiffLine[] = []
  let row = 0
  let column = 0
  while (row < a.length && column < b.length) {
    const left = a[row] ?? ''
    const right = b[column] ?? ''
    if (left === right) {
      lines.push({ side: 'same', text: left })
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      lines.push({ side: 'theirs', text: left })
      row += 1
    } else {
      lines.push({ side: 'mine', text: right })
      column += 1
    }
  }
  return [...lines, ...removed.slice(row), ...added.slice(column)]
}
