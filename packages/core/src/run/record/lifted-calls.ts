import type { JournalEvent } from '../../journal/events.ts'
import { parentOf } from '../../journal/parent-of.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'
import type { Json, JsonObject } from '../../schema/json.ts'

/** A completed Call among those that are lifted out of their Loop. */
export interface LiftedCall {
  readonly span: string
  readonly loop: string
  /** Which Request of the Loop made it, and which of its Calls it is. */
  readonly turn: number
  readonly index: number
  /** Where it happens in a Run of the new Idea: the turns that hold a lifted Call, one after the other. */
  readonly place: string
  /** The address of the Idea that made it. */
  readonly caller: string
  readonly tool: string
  /** Its Tool's name, numbered where that has several Calls. */
  readonly key: string
  readonly parameters: JsonObject
  readonly meta: JsonObject
  readonly resolved: JsonObject
  readonly result: Json
  readonly isLatent: boolean
  readonly isExplicit: boolean
  /** Where the result was written: `†state.song`. */
  readonly refs: readonly string[]
}

export const refused = (message: string): EnsembleError => new EnsembleError('extract.calls', message)

const PLACE = /^(?:(.*)\/)?request\/(\d+)\/call\/(\d+)$/

/** A Call's position in its Loop; undefined for other spans. */
export const callPlace = (span: string) => {
  const place = PLACE.exec(span)
  if (place === null) return undefined
  const [, loop = '', turn, index] = place
  return { span, loop, turn: Number(turn), index: Number(index) }
}

type Ordered = Pick<LiftedCall, 'turn' | 'index'>
export const inOrder = (one: Ordered, other: Ordered): number => one.turn - other.turn || one.index - other.index

/** In the order in which they were made, at least one. Throws EnsembleError `extract.calls`. */
export function liftedCalls(
  source: readonly JournalEvent[],
  spans: readonly string[],
): readonly [LiftedCall, ...LiftedCall[]] {
  const places = [...new Set(spans)].map((span) => {
    const place = callPlace(span)
    if (place === undefined) throw refused(`${span} is not a Call.`)
    return place
  })
  const loops = new Set(places.map(({ loop }) => loop))
  if (loops.size > 1)
    throw refused('The Calls have different parents: only Calls that one Loop made can become one Idea.')
  places.sort(inOrder)
  const turns = [...new Set(places.map(({ turn }) => turn))]
  const found = places.map((place) => ({ ...place, ...callAt(source, place.span) }))
  const keys = numbered(found.map(({ tool }) => tool))
  const calls = found.map((call, at): LiftedCall => {
    const before = found.slice(0, at).filter(({ turn }) => turn === call.turn)
    return {
      ...call,
      key: keys[at] ?? call.tool,
      place: `request/${turns.indexOf(call.turn)}/call/${before.length}`,
    }
  })
  const [first, ...rest] = calls
  if (first === undefined) throw refused('Name at least one Call.')
  return [first, ...rest]
}

/** Each name by itself; one that is there several times with a number. */
const numbered = (names: readonly string[]): readonly string[] => {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name) => {
    let free = name
    for (let count = 2; seen.has(free) || (free !== name && taken.has(free)); count++) free = `${name}${count}`
    seen.add(free)
    return free
  })
}

type Found = Omit<LiftedCall, 'span' | 'loop' | 'turn' | 'index' | 'key' | 'place'>

function callAt(source: readonly JournalEvent[], span: string): Found {
  const of = <T extends JournalEvent['type']>(type: T) =>
    source.findLast((event): event is JournalEvent & { readonly type: T } => event.span === span && event.type === type)
  const [proposed, started, completed] = [of('call.proposed'), of('call.started'), of('call.completed')]
  const asked = source.find((event) => event.type === 'request.started' && event.span === parentOf(span))
  if (proposed?.type !== 'call.proposed' || asked?.type !== 'request.started')
    throw refused(`There is no Call at ${span}.`)
  if (completed?.type !== 'call.completed' || started?.type !== 'call.started')
    throw refused(`The Call at ${span} did not complete: it has no result to keep.`)
  const { tool, meta } = proposed.data
  if (meta['_instance'] !== undefined)
    throw refused(`The Call at ${span} belongs to one instance of its Loop: it cannot be lifted.`)
  return {
    caller: asked.data.idea,
    tool,
    parameters: proposed.data.parameters as JsonObject, // hydrated, as all below
    meta,
    resolved: started.data.resolved as JsonObject,
    result: completed.data.result as Json,
    isLatent: started.data.mode === 'latent',
    isExplicit: started.data.mode === 'explicit',
    refs: refsOf(source, span),
  }
}

/** Where the result of a Call was written. */
export const refsOf = (source: readonly JournalEvent[], span: string): readonly string[] => [
  ...new Set(
    source.flatMap((event) => (event.type === 'state.written' && event.span === span ? [event.data.ref] : [])),
  ),
]

/** The events of the Calls and below them, as a Run of the new Idea would have recorded them. */
export const liftedEvents = (source: readonly JournalEvent[], calls: readonly LiftedCall[]): readonly JournalEvent[] =>
  calls.flatMap(({ span, place }) =>
    source
      .filter((event) => event.span === span || event.span.startsWith(`${span}/`))
      .map((event) => ({ ...event, span: `${place}${event.span.slice(span.length)}` })),
  )
