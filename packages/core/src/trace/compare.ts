import type { Json } from '../schema/json.ts'
import { cursorAt } from './cursor.ts'
import type { Span } from './span.ts'
import { spanDetail } from './span-detail.ts'
import type { TraceLog } from './trace-log.ts'

/** One place where two Runs part. `left` or `right` is undefined where only the other has it. */
export interface Difference {
  /** Where: the same in both Runs, whatever order parallel Calls came in. */
  readonly path: string
  readonly left?: string
  readonly right?: string
  readonly what: 'added' | 'missing' | 'status' | 'parameters' | 'answer' | 'result'
}

export interface TraceComparison {
  readonly identical: boolean
  /** In the order of the left Run, then what only the right has. */
  readonly differences: readonly Difference[]
  readonly first: Difference | undefined
}

/**
 * Aligns two Runs by call path: a Request by its turn, a Call by its Tool's name and its count among the Calls of that
 * Tool in the turn. Parallel Calls of different Tools in another order are no difference.
 */
export const compareTraces = (left: TraceLog, right: TraceLog): TraceComparison => {
  const ours = byCallPath(left)
  const theirs = byCallPath(right)
  const differences: Difference[] = []
  for (const [path, id] of ours) {
    const other = theirs.get(path)
    if (other === undefined) differences.push({ path, left: id, what: 'missing' })
    else
      differences.push(...compareSpans(left, id, right, other).map((what) => ({ path, left: id, right: other, what })))
  }
  for (const [path, id] of theirs) if (!ours.has(path)) differences.push({ path, right: id, what: 'added' })
  return { identical: differences.length === 0, differences, first: differences[0] }
}

/** Each span by a path in which Calls stand by name: `request/0/call/writeMelody:0`. In order of appearance. */
const byCallPath = (log: TraceLog): ReadonlyMap<string, string> => {
  const pathOf = new Map<string, string>()
  const seen = new Map<string, number>()
  const paths = new Map<string, string>()
  for (const span of cursorAt(log).spans()) {
    const path = callPath(span, pathOf, seen)
    pathOf.set(span.id, path)
    paths.set(path, span.id)
  }
  return paths
}

const callPath = (span: Span, pathOf: ReadonlyMap<string, string>, seen: Map<string, number>): string => {
  if (span.parent === null) return ''
  const parent = pathOf.get(span.parent) ?? span.parent
  const base = parent === '' ? '' : `${parent}/`
  if (span.kind === 'request') return `${base}${span.id.split('/').slice(-2).join('/')}`
  const name = `${base}call/${span.title}`
  const count = seen.get(name) ?? 0
  seen.set(name, count + 1)
  return `${name}:${count}`
}

const compareSpans = (left: TraceLog, a: string, right: TraceLog, b: string): readonly Difference['what'][] => {
  const mine = spanDetail(left, a)
  const other = spanDetail(right, b)
  if (mine === undefined || other === undefined) return []
  const differences: Difference['what'][] = []
  if (mine.span.status !== other.span.status) differences.push('status')
  if (!sameJson(mine.input, other.input)) differences.push('parameters')
  if (mine.span.kind === 'request' && !sameJson(mine.raw, other.raw)) differences.push('answer')
  if (!sameJson(mine.result, other.result)) differences.push('result')
  return differences
}

/** Equal as JSON; the order of keys does not count. */
const sameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(memberOf(a, key), memberOf(b, key)))
}

// Both are plain JSON containers here; an index is a key of an array alike.
const memberOf = (value: object, key: string): Json | undefined => (value as { readonly [key: string]: Json })[key]
