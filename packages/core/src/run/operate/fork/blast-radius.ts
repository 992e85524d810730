import type { EventType, JournalEvent } from '../../../journal/events.ts'
import type { Endpoints } from '../../perform/run-scope.ts'
import type { ExecutorDeps } from '../../record/executor-deps.ts'
import { RunHistory } from '../../record/history.ts'
import { createPins } from '../../record/pins.ts'
import type { ForkEdit } from '../../record/reuse.ts'
import { reuseOf } from '../../record/reuse-of.ts'
import type { RunCreated } from '../../record/run-created.ts'
import { createScope } from '../create-scope.ts'
import { untilIdle, watchReads } from '../idle.ts'
import { runRoot } from '../root.ts'

/**
 * A preview of a fork: its effect on each recorded answer, result or decision, by key (docs/contract/api.md, fork).
 * Replaced ones are in no set.
 */
export interface BlastRadius {
  /** Its record is taken over. */
  readonly kept: readonly string[]
  /** Its place is reached for certain, and what was asked or given there has changed. */
  readonly reruns: readonly string[]
  /** Comes after a step that runs again: whether its place is reached at all, the new answer decides. */
  readonly depends: readonly string[]
  /** Its place is not reached any more. */
  readonly unreached: readonly string[]
}

/** Runs the fork against its source's record alone: what is not kept starves, and nothing is written. */
export async function blastRadius(
  live: ExecutorDeps,
  endpoints: Endpoints,
  source: readonly JournalEvent[],
  created: RunCreated,
): Promise<BlastRadius> {
  const { deps, pending } = watchReads(live)
  const kept = new Set<string>()
  const starved = new Set<string>()
  const entered = new Set<string>()
  const ended = new Map<string, EventType>()
  const stopping = new AbortController()
  const history = new RunHistory({
    journal: deps.journal,
    lease: undefined,
    recorded: [],
    reuse: await reuseOf(deps, created.data, (key) => kept.add(key)),
    dry: {
      emitted: (type, span) => {
        entered.add(span)
        if (SPAN_ENDS.has(type)) ended.set(span, type)
      },
      starved: (key) => starved.add(key),
    },
    engine: deps.engine,
    clock: deps.clock,
    rest: deps.rest,
    onBroken: () => {},
  })
  const recorded = [createdAsRecorded(created)]
  const scope = createScope({
    id: created.data.fork?.run ?? '',
    deps,
    history,
    created: created.data,
    pin: createPins({ journal: deps.journal, ideas: deps.ideas, recorded, store: false }),
    signal: stopping.signal,
    endpoints,
  })
  try {
    await Promise.race([runRoot(scope).catch(() => undefined), untilIdle(deps.clock, () => history.steps(), pending)])
  } finally {
    stopping.abort()
  }
  return sortEffects(source, created, { kept, starved, entered, ended })
}

/** The keys that a dry run met. */
interface DryRun {
  /** Keys of the effects whose record it took. */
  readonly kept: ReadonlySet<string>
  /** Keys of the effects that it found no record for. */
  readonly starved: ReadonlySet<string>
  /** Spans of which it got as far as a first event. */
  readonly entered: ReadonlySet<string>
  /** The event that ended a span, by span. */
  readonly ended: ReadonlyMap<string, EventType>
}

const SPAN_ENDS: ReadonlySet<EventType> = new Set([
  'request.completed',
  'request.failed',
  'call.completed',
  'call.failed',
  'call.rejected',
])

function sortEffects(source: readonly JournalEvent[], created: RunCreated, dry: DryRun): BlastRadius {
  const radius = { kept: [] as string[], reruns: [] as string[], depends: [] as string[], unreached: [] as string[] }
  const places = [...dry.starved].map(spanOf)
  const keptSpans = spansOfEnds(dry.kept)
  const starvedSpans = spansOfEnds(dry.starved)
  const replaced = replacedBy(created)
  for (const event of source.filter(isEffect(source))) {
    const { key, span, type } = event
    if (span === replaced?.span && (replaced.isCall || type === 'request.completed')) continue
    // A decision has its own key; attempts of one Call are kept or repeated together.
    const [isKept, starves] =
      type === 'approval.decided'
        ? [dry.kept.has(key), dry.starved.has(key)]
        : [keptSpans.has(span), starvedSpans.has(span) || isMadeAgain(span, dry)]
    if (isKept) radius.kept.push(key)
    else if (starves) radius.reruns.push(key)
    else if (replaced?.isCall === true && span.startsWith(`${replaced.span}/`)) radius.unreached.push(key)
    else if (isInOpenSpan(span, dry) || places.some((place) => comesAfter(span, place, dry.entered)))
      radius.depends.push(key)
    else radius.unreached.push(key)
  }
  return radius
}

/** Whether `place` can affect `span`: it contains it, comes in an earlier turn of its Loop, or in the same turn. */
function comesAfter(span: string, place: string, entered: ReadonlySet<string>): boolean {
  const [a, b] = [span.split('/'), place.split('/')]
  const at = a.findIndex((segment, index) => segment !== b[index])
  if (at < 0 || at >= b.length) return true
  // Spans alternate between a word and its number: request/0/call/1.
  const turns = Number(a[at]) - Number(b[at])
  return a[at - 1] === 'request' ? turns > 0 : entered.has(a.slice(0, at + 1).join('/'))
}

/** Whether the dry run made a result itself: at the place of an Activity's Call there is now one that needs no record. */
const isMadeAgain = (span: string, { ended }: DryRun): boolean => ended.has(span) && ended.get(span) !== 'call.rejected'

/** Whether a span around `span` was open when a limit ended the dry run: a live Run may get further in that branch. */
function isInOpenSpan(span: string, { entered, ended }: DryRun): boolean {
  const segments = span.split('/')
  for (let length = segments.length; length > 0; length -= 2) {
    const around = segments.slice(0, length).join('/')
    if (ended.has(around)) return false
    if (entered.has(around)) return true
  }
  return false
}

/** A person's text replaces a recorded fact, which is neither kept nor repeated. */
function replacedBy({ data }: RunCreated): { readonly span: string; readonly isCall: boolean } | undefined {
  // Journaled by forkedEvent from a checked edit.
  const edit = data.fork?.edit as unknown as ForkEdit | undefined
  if (edit?.type !== 'result' && edit?.type !== 'answer') return undefined
  return { span: spanOf(edit.key), isCall: edit.type === 'result' }
}

/** Where an answer or a result is among those; a decision ends nothing. */
const spansOfEnds = (keys: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...keys].filter((key) => !key.includes('#approval.')).map(spanOf))

const spanOf = (key: string): string => key.split('#')[0] ?? ''

const createdAsRecorded = (created: RunCreated): JournalEvent => ({
  ...created,
  v: 1,
  seq: 1,
  prev: '',
  run: '',
})

/** Answers of models, results of Activities, decisions of people: what a fork keeps or makes again. */
const isEffect = (source: readonly JournalEvent[]) => {
  const explicit = new Set(
    source.flatMap((event) => (event.type === 'call.started' && event.data.activity !== undefined ? [event.span] : [])),
  )
  return (event: JournalEvent): boolean =>
    event.type === 'request.completed' ||
    event.type === 'approval.decided' ||
    ((event.type === 'call.completed' || event.type === 'call.failed') && explicit.has(event.span))
}
