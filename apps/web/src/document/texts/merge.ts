import { diffLines } from './line-diff.ts'

/** Lines of the base from `start` to before `end` become `lines`. */
interface Hunk {
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
}

function hunksOf(base: string, text: string): readonly Hunk[] {
  const hunks: { start: number; end: number; lines: string[] }[] = []
  let at = 0
  let open = false
  for (const { side, text: line } of diffLines(base, text)) {
    if (side === 'same') {
      at += 1
      open = false
      continue
    }
    if (!open) hunks.push({ start: at, end: at, lines: [] })
    open = true
    const hunk = hunks.at(-1)
    if (hunk === undefined) continue
    if (side === 'theirs') {
      at += 1
      hunk.end = at
    } else hunk.lines.push(line)
  }
  return hunks
}

const touch = (one: Hunk, other: Hunk): boolean => one.start <= other.end && other.start <= one.end
const isSame = (one: Hunk, other: Hunk): boolean =>
  one.start === other.start &&
  one.end === other.end &&
  one.lines.length === other.lines.length &&
  one.lines.every((line, index) => line === other.lines[index])

/** Both changes of one text merged by line; null if they differ on the same lines, for a person to decide. */
export function merge(base: string, mine: string, theirs: string): string | null {
  const own = hunksOf(base, mine)
  const others = hunksOf(base, theirs).filter((hunk) => !own.some((each) => isSame(each, hunk)))
  if (own.some((hunk) => others.some((other) => touch(hunk, other)))) return null
  const lines = base.split('\n')
  for (const { start, end, lines: written } of [...own, ...others].sort((one, other) => other.start - one.start))
    lines.splice(start, end - start, ...written)
  return lines.join('\n')
}
