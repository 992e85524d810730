import { isBodyRef } from '../journal/events.ts'
import { canonicalJson } from '../schema/hash.ts'
import { isObject, type Json } from '../schema/json.ts'
import { cursorAt } from './cursor.ts'
import type { Span, SpanStatus } from './span.ts'
import { type SpanDetail, spanDetail } from './span-detail.ts'
import type { TraceLog } from './log-types.ts'
import { changedFields, isFileChange, type FieldChange } from './value-diff.ts'

/**
 * The differences of two spans. `files`: only named files differ; `prompt` and `tools`: of a Loop's first Request,
 * where effects of Calls show too.
 */
export type Change = 'added' | 'missing' | 'status' | 'parameters' | 'prompt' | 'tools' | 'answer' | 'result' | 'files'

/** The text for each, where A is the Run on the left. */
export const CHANGE_NAMES = {
  added: 'only in B',
  missing: 'only in A',
  status: 'status',
  parameters: 'arguments',
  prompt: 'prompt',
  tools: 'tools',
  answer: 'output',
  result: 'result',
  files: 'files',
} as const satisfies { readonly [change in Change]: string }

/** A span of one Run with its counterpart in the other; a side is undefined if only the other has it. */
export interface AlignedSpan {
  /** `request/0/call/writeMelody:0`: the same in both, whatever order parallel Calls came in. */
  readonly path: string
  readonly depth: number
  readonly left: Span | undefined
  readonly right: Span | undefined
  readonly changes: readonly Change[]
}

/** Two Runs aligned span by span. */
export interface TraceComparison {
  readonly identical: boolean
  /** Both trees as one: in the order of the left Run, what only the right has after its siblings. */
  readonly rows: readonly AlignedSpan[]
  /** Where they begin to part: what encloses a difference only shows it. */
  readonly first: AlignedSpan | undefined
}

/**
 * Aligns two Runs by call path: a Request by turn, a Call by Tool and equal arguments. Parallel order doesn't matter.
 */
export const compareTraces = (left: TraceLog, right: TraceLog): TraceComparison => {
  const ours = childrenOf(left)
  const theirs = childrenOf(right)
  const rows: AlignedSpan[] = []
  const visit = (a: Span | undefined, b: Span | undefined, path: string, depth: number): void => {
    rows.push({ path, depth, left: a, right: b, changes: changesOf(left, a, right, b) })
    const pairs = align(left, (a && ours.get(a.id)) ?? [], right, (b && theirs.get(b.id)) ?? [])
    for (const { name, a: x, b: y } of pairs) visit(x, y, path === '' ? name : `${path}/${name}`, depth + 1)
  }
  const [a, b] = [cursorAt(left).span(''), cursorAt(right).span('')]
  if (a !== undefined || b !== undefined) visit(a, b, '', 0)
  const first = rows.find((row, at) => isCause(row) && !isExplainedBelow(rows, at)) ?? rows.find(isChanged)
  return { identical: first === undefined, rows, first }
}

/** Not merely other files, and not the Run as a whole. */
const isCause = ({ changes, path }: AlignedSpan): boolean => path !== '' && changes.some((change) => change !== 'files')

/** Only what came out of it differs, and something below it does too: what happened there is the reason. */
const isExplainedBelow = (rows: readonly AlignedSpan[], at: number): boolean => {
  const { changes = [], path = '' } = rows[at] ?? {}
  if (!changes.every((change) => OUTCOMES.has(change))) return false
  for (let below = at + 1; rows[below]?.path.startsWith(`${path}/`); below++)
    if (isCause(rows[below] as AlignedSpan)) return true // the loop ends if there is none
  return false
}
/** A record of an earlier version lacks the verdict on an answer; what comes of it differs in the next turn. */
const endOf = ({ kind, status }: Span): SpanStatus =>
  kind === 'request' && status === 'rejected' ? 'completed' : status

const OUTCOMES: ReadonlySet<Change> = new Set(['status', 'answer', 'result', 'files'])

/** Whether anything parts the two sides, if only which files they name. */
export const isChanged = ({ changes }: AlignedSpan): boolean => changes.length > 0

const childrenOf = (log: TraceLog): ReadonlyMap<string, readonly Span[]> => {
  const children = new Map<string, Span[]>()
  for (const span of cursorAt(log).spans()) {
    if (span.parent === null) continue
    const siblings = children.get(span.parent)
    if (siblings) siblings.push(span)
    else children.set(span.parent, [span])
  }
  return children
}

interface Pair {
  readonly name: string
  readonly a: Span | undefined
  readonly b: Span | undefined
}

/** Everything that a span and what is below it came to, as one text: equal where nothing differs but the order. */
const signatureOf = (log: TraceLog, id: string): string => {
  const detail = spanDetail(log, id)
  const below = (log.spans.children.get(id) ?? []).map((child) => signatureOf(log, child))
  const { span, input, result, modelAnswered } = detail ?? {}
  // An event's value is JSON, or a hash of a separate one.
  const own = [span?.title, span && endOf(span), input, result, modelAnswered?.output].map(
    (part) => (part ?? null) as Json,
  )
  // Requests follow each other; the Calls of one are parallel.
  return canonicalJson([...own, ...(span?.kind === 'request' ? below.sort() : below)])
}

/** Children of two aligned spans: Requests by their number, Calls by Tool and then by arguments. */
function align(left: TraceLog, ours: readonly Span[], right: TraceLog, theirs: readonly Span[]): readonly Pair[] {
  const pairs: Pair[] = []
  const free = new Set(theirs)
  const twinOf = new Map<Span, Span>()
  const take = (a: Span, fits: (b: Span) => boolean): void => {
    if (twinOf.has(a)) return
    const twin = [...free].find((b) => b.kind === a.kind && b.title === a.title && fits(b))
    if (twin === undefined) return
    free.delete(twin)
    twinOf.set(a, twin)
  }
  const asksTheSame = (a: Span, log: TraceLog, b: Span): boolean =>
    a.kind !== 'call' || (a.title === b.title && sameJson(spanDetail(left, a.id)?.input, spanDetail(log, b.id)?.input))
  for (const a of ours) {
    if (a.kind !== 'call') continue
    // Pairs Calls with equal arguments and equal outcomes, all the way down.
    const isOne = (log: TraceLog, spans: readonly Span[]): boolean =>
      spans.filter((b) => b.kind === 'call' && asksTheSame(a, log, b)).length < 2
    if (isOne(left, ours) && isOne(right, theirs)) continue
    const signature = signatureOf(left, a.id)
    take(a, (b) => asksTheSame(a, right, b) && signatureOf(right, b.id) === signature)
  }
  for (const a of ours) take(a, (b) => asksTheSame(a, right, b))
  for (const a of ours) take(a, () => true)
  const counts = new Map<string, number>()
  const nameOf = (span: Span): string => {
    if (span.kind === 'request') return span.id.split('/').slice(-2).join('/')
    const count = counts.get(span.title) ?? 0
    counts.set(span.title, count + 1)
    return `call/${span.title}:${count}`
  }
  for (const a of ours) pairs.push({ name: nameOf(a), a, b: twinOf.get(a) })
  for (const b of free) pairs.push({ name: nameOf(b), a: undefined, b })
  return pairs
}

function changesOf(left: TraceLog, a: Span | undefined, right: TraceLog, b: Span | undefined): readonly Change[] {
  if (a === undefined) return ['added']
  if (b === undefined) return ['missing']
  const mine = spanDetail(left, a.id)
  const other = spanDetail(right, b.id)
  if (mine === undefined || other === undefined) return []
  const changes: Change[] = []
  if (endOf(a) !== endOf(b)) changes.push('status')
  const add = (change: Change, one: unknown, two: unknown): void => {
    const found = differenceOf(one, two)
    if (found !== 'none') changes.push(found === 'files' ? 'files' : change)
  }
  add('parameters', mine.input, other.input)
  if (a.kind === 'request') {
    changes.push(...questionChanges(mine, other))
    // Its Calls are below; the answer's own part is the output.
    add('answer', mine.modelAnswered?.output, other.modelAnswered?.output)
  } else add('result', mine.result, other.result)
  return [...new Set(changes)]
}

function questionChanges(mine: SpanDetail, other: SpanDetail): readonly Change[] {
  const changes: Change[] = []
  const [saw, alsoSaw] = [mine.modelSaw, other.modelSaw]
  if (saw?.previous === undefined && alsoSaw?.previous === undefined) {
    if (!sameJson(saw?.messages, alsoSaw?.messages)) changes.push('prompt')
    if (!sameJson([saw?.schema, saw?.tools], [alsoSaw?.schema, alsoSaw?.tools])) changes.push('tools')
  }
  return changes
}

/** Whether two values part, and whether in anything but the files that they name. */
const differenceOf = (a: unknown, b: unknown): 'none' | 'files' | 'values' => {
  if (a === b) return 'none'
  // An event's value is JSON, or a hash of a separate one.
  const changes = changedFields(a as Json | undefined, b as Json | undefined)
  if (changes.length === 0) return 'none'
  return !isBodyRef(a) && !isBodyRef(b) && isOnlyFiles(changes) ? 'files' : 'values'
}

/** A size alone is a number like any other. */
const isOnlyFiles = (changes: readonly FieldChange[]): boolean =>
  changes.every(isFileChange) && changes.some(({ before }) => typeof before === 'string')

/** Equal as JSON; the order of keys does not count. */
const sameJson = (a: unknown, b: unknown): boolean =>
  // An event's value is JSON, or a hash of a separate one.
  a === b || changedFields(a as Json | undefined, b as Json | undefined).length === 0

/** The span of the source that a fork was made to change, where one of these Runs is a fork of the other; undefined otherwise. */
export const editedSpan = (left: TraceLog, right: TraceLog): string | undefined => {
  const [ours, theirs] = [left.events[0], right.events[0]]
  const fork = [theirs, ours].find(
    (event, index) =>
      event?.type === 'run.created' &&
      event.data.fork?.run !== undefined &&
      event.data.fork.run === [ours, theirs][index]?.run,
  )
  if (fork?.type !== 'run.created') return undefined
  const edit = fork.data.fork?.edit
  // The whole Run shows its input.
  if (isObject(edit) && edit['type'] === 'input') return ''
  return isObject(edit) && typeof edit['key'] === 'string' ? edit['key'].split('#')[0] : undefined
}
