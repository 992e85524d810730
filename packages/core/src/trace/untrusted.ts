import type { OriginHow, Origins, ValuePlace } from './origin-types.ts'
import type { RecordedCallFacts, RecordedLoops } from './recorded-loops.ts'
import { traceOnward } from './trace-value.ts'

/** The values that a workspace doesn't trust: results of Activities, and parts of a context by their name as an import, `input` or `data:page`. */
export interface UntrustedMarks {
  readonly activities: readonly string[]
  readonly imports: readonly string[]
}

/**
 * How a Call's arguments descend from an untrusted value: the record says so; an equal value does; or the model that
 * wrote them had been shown one, so that it may have steered them.
 */
export type Descent = 'recorded' | 'compared' | 'shown'

/** A Call that a person confirms or that must never run twice, and whether untrusted values are behind its arguments. */
export interface CriticalCall {
  readonly span: string
  readonly tool: string
  readonly wasAsked: boolean
  readonly descent: Descent | null
  /** Where the untrusted value is. */
  readonly from?: ValuePlace
  /** The argument it reached; all of them where the model was only shown it. */
  readonly at?: ValuePlace
  readonly how?: OriginHow
}

/** More steps than any way has: nothing of an untrusted value is left out. */
const ALL_STEPS = 100_000

interface Reached {
  readonly isExact: boolean
  readonly from: ValuePlace
  readonly at: ValuePlace
  readonly how?: OriginHow
}

/** Each critical Call of a Run, in order. `isCritical` knows the Tools as the Run pinned them. */
export const criticalCalls = (
  recorded: RecordedLoops,
  origins: Origins,
  marks: UntrustedMarks,
  isCritical: (call: RecordedCallFacts) => boolean,
): readonly CriticalCall[] => {
  const calls = [...recorded.calls.values()]
  const sources = untrustedPlaces(calls, origins, marks)
  const reached = reachedFrom(origins, sources)
  const shown = shownUntrusted(calls, origins, sources, reached)
  return calls
    .filter((call) => call.wasAsked === true || isCritical(call))
    .map(({ span, tool, request, wasAsked = false }): CriticalCall => {
      const call = { span, tool, wasAsked }
      const found = reached.get(`${span} input`)
      if (found !== undefined) {
        const { isExact, from, at, how } = found
        return { ...call, descent: isExact ? 'recorded' : 'compared', from, at, ...(how !== undefined && { how }) }
      }
      const from = shown.get(request)
      return from === undefined ? { ...call, descent: null } : { ...call, descent: 'shown', from }
    })
}

const untrustedPlaces = (
  calls: readonly RecordedCallFacts[],
  origins: Origins,
  { activities, imports }: UntrustedMarks,
): readonly ValuePlace[] => [
  ...calls
    .filter(({ activity, mode }) => mode === 'explicit' && activities.includes(activity ?? ''))
    .map(({ span }): ValuePlace => ({ span, part: 'result', pointer: '' })),
  ...origins.named.filter(({ name }) => imports.includes(name)).map(({ place }) => place),
]

/** The best-known way from an untrusted value to each span's arguments and result. */
const reachedFrom = (origins: Origins, sources: readonly ValuePlace[]): ReadonlyMap<string, Reached> => {
  const reached = new Map<string, Reached>()
  for (const from of sources)
    for (const { place, isExact, how } of traceOnward(origins, from, ALL_STEPS).steps) {
      const key = `${place.span} ${place.part}`
      if (reached.get(key)?.isExact === true || (reached.has(key) && !isExact)) continue
      reached.set(key, { isExact, from, at: place, ...(how !== undefined && { how }) })
    }
  return reached
}

/** The Requests whose model had been shown an untrusted value, or one that a model wrote after it had been. */
const shownUntrusted = (
  calls: readonly RecordedCallFacts[],
  origins: Origins,
  sources: readonly ValuePlace[],
  reached: ReadonlyMap<string, Reached>,
): ReadonlyMap<string, ValuePlace> => {
  const touched = new Map<string, ValuePlace>()
  for (const place of sources) touched.set(`${place.span} ${place.part}`, place)
  for (const [key, { from }] of reached) if (!touched.has(key)) touched.set(key, from)
  const shown = new Map<string, ValuePlace>()
  const sawIn = (request: string): ValuePlace | undefined => {
    const known = shown.get(request)
    if (known !== undefined) return known
    for (const { span, part } of origins.seenBy(request)) {
      const found = touched.get(`${span} ${part}`)
      if (found === undefined) continue
      shown.set(request, found)
      return found
    }
    return undefined
  }
  const note = (key: string, from: ValuePlace | undefined): void => {
    if (from !== undefined && !touched.has(key)) touched.set(key, from)
  }
  // In the order of the record: what a model is shown was there before.
  const moments = calls
    .flatMap((call) => [
      { seq: call.at, take: () => note(`${call.span} input`, sawIn(call.request)) },
      { seq: call.completed ?? Number.POSITIVE_INFINITY, take: () => note(`${call.span} result`, behindResult(call)) },
    ])
    .toSorted((one, other) => one.seq - other.seq)
  const behindResult = ({ span, mode, request }: RecordedCallFacts): ValuePlace | undefined => {
    if (mode === 'latent') return sawIn(request)
    if (mode !== 'module') return touched.get(`${span} input`)
    const last = origins.requestsOf(span).findLast((each) => sawIn(each) !== undefined)
    return last === undefined ? undefined : sawIn(last)
  }
  for (const { take } of moments) take()
  for (const loop of ['', ...calls.map(({ span }) => span)]) for (const each of origins.requestsOf(loop)) sawIn(each)
  return shown
}
