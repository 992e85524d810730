/** A delegation between two boxes by their numbers. */
export interface Line {
  readonly from: number
  readonly to: number
  /** Where it leaves its box, from the top. */
  readonly port: number
  /** Room that its chip takes. */
  readonly chip: number
}

/** The lines that leave each of `count` boxes, by their index in `lines`. */
export function linesOut(count: number, lines: readonly Line[]): readonly (readonly number[])[] {
  const out: number[][] = Array.from({ length: count }, () => [])
  lines.forEach(({ from }, index) => out[from]?.push(index))
  return out
}

/** Lines without those that close a cycle, found by walking from the boxes without callers. */
export function withoutCycles(count: number, lines: readonly Line[]): readonly Line[] {
  const out = linesOut(count, lines)
  const called = new Uint8Array(count)
  const balance = new Int32Array(count)
  for (const { from, to } of lines) {
    called[to] = 1
    balance[from] = (balance[from] ?? 0) - 1
    balance[to] = (balance[to] ?? 0) + 1
  }
  const state = new Uint8Array(count)
  const kept = new Uint8Array(lines.length)
  const visit = (start: number): void => {
    const stack: { readonly box: number; next: number }[] = [{ box: start, next: 0 }]
    state[start] = 1
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const index = out[frame.box]?.[frame.next]
      frame.next += 1
      const line = index === undefined ? undefined : lines[index]
      if (index === undefined || line === undefined) {
        state[frame.box] = 2
        stack.pop()
        continue
      }
      const seen = state[line.to]
      if (seen !== 1) kept[index] = 1
      if (seen === 0) {
        state[line.to] = 1
        stack.push({ box: line.to, next: 0 })
      }
    }
  }
  const all = Array.from({ length: count }, (_, box) => box)
  // Where everything is called by something, those that call more than they are called come first.
  const callers = all.toSorted((a, b) => (balance[a] ?? 0) - (balance[b] ?? 0))
  for (const box of [...all.filter((each) => called[each] === 0), ...callers]) if (state[box] === 0) visit(box)
  return lines.filter((_, index) => kept[index] === 1)
}

/**
 * Column of each box: the longest way of lines that leads to it; a box without callers is next to the first it calls.
 * `lines` have no cycle.
 */
export function layersOf(count: number, lines: readonly Line[]): Int32Array {
  const out = linesOut(count, lines)
  const waiting = new Int32Array(count)
  for (const { to } of lines) waiting[to] = (waiting[to] ?? 0) + 1
  const layers = new Int32Array(count)
  const ready: number[] = []
  for (let box = 0; box < count; box += 1) if (waiting[box] === 0) ready.push(box)
  const roots = ready.slice()
  // The list grows while it is read.
  for (const box of ready)
    for (const index of out[box] ?? []) {
      const to = lines[index]?.to ?? 0
      layers[to] = Math.max(layers[to] ?? 0, (layers[box] ?? 0) + 1)
      waiting[to] = (waiting[to] ?? 1) - 1
      if (waiting[to] === 0) ready.push(to)
    }
  for (const root of roots) {
    const next = (out[root] ?? []).map((index) => layers[lines[index]?.to ?? 0] ?? 1)
    if (next.length > 0) layers[root] = Math.min(...next) - 1
  }
  return layers
}

/** Which of the connected parts each box belongs to: boxes of one part have the same number. */
export function partsOf(count: number, lines: readonly Line[]): Int32Array {
  const owner = Int32Array.from({ length: count }, (_, box) => box)
  const find = (box: number): number => {
    let root = box
    while (owner[root] !== root) root = owner[root] ?? root
    for (let each = box; owner[each] !== root;) {
      const next = owner[each] ?? root
      owner[each] = root
      each = next
    }
    return root
  }
  for (const { from, to } of lines) {
    const [a, b] = [find(from), find(to)]
    if (a !== b) owner[Math.max(a, b)] = Math.min(a, b)
  }
  return owner.map((_, box) => find(box))
}
