import type { JournalEvent } from '../../journal/events.ts'
import { findReferences } from '../../request/reference.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'
import type { Json, JsonObject } from '../../schema/json.ts'

/** A completed Call among those that are lifted out of their Loop. */
export interface LiftedCall {
  readonly span: string
  readonly loop: string
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
  /** Where the result was written. */
  readonly ref?: string
}

const refused = (message: string): EnsembleError => new EnsembleError('extract.calls', message)

const PLACE = /^(?:(.*)\/)?request\/(\d+)\/call\/(\d+)$/

/** In the order in which they were made, at least one. Throws EnsembleError `extract.calls`. */
export function liftedCalls(
  source: readonly JournalEvent[],
  spans: readonly string[],
): readonly [LiftedCall, ...LiftedCall[]] {
  const places = [...new Set(spans)].map((span) => {
    const place = PLACE.exec(span)
    if (place === null) throw refused(`${span} is not a Call.`)
    const [, loop = '', request, call] = place
    return { span, loop, order: [Number(request), Number(call)] as const }
  })
  const loops = new Set(places.map(({ loop }) => loop))
  if (loops.size > 1) throw refused('The Calls are of different Loops: only those that one Loop made become one Idea.')
  places.sort((one, other) => one.order[0] - other.order[0] || one.order[1] - other.order[1])
  const seen = new Map<string, number>()
  const calls = places.map(({ span, loop }): LiftedCall => {
    const call = callAt(source, span)
    const count = (seen.get(call.tool) ?? 0) + 1
    seen.set(call.tool, count)
    return { ...call, span, loop, key: count === 1 ? call.tool : `${call.tool}${count}` }
  })
  const [first, ...rest] = calls
  if (first === undefined) throw refused('Name at least one Call.')
  return [first, ...rest]
}

function callAt(source: readonly JournalEvent[], span: string): Omit<LiftedCall, 'span' | 'loop' | 'key'> {
  const of = <T extends JournalEvent['type']>(type: T) =>
    source.findLast((event): event is JournalEvent & { readonly type: T } => event.span === span && event.type === type)
  const [proposed, started, completed] = [of('call.proposed'), of('call.started'), of('call.completed')]
  const asked = source.find((event) => event.type === 'request.started' && event.span === proposed?.parent)
  if (proposed?.type !== 'call.proposed' || started?.type !== 'call.started' || asked?.type !== 'request.started')
    throw refused(`There is no Call at ${span}.`)
  if (completed?.type !== 'call.completed')
    throw refused(`The Call at ${span} did not complete: it has no result to keep.`)
  const { tool, meta } = proposed.data
  if (meta['_instance'] !== undefined)
    throw refused(`The Call at ${span} belongs to one instance of its Loop: it cannot be lifted.`)
  const written = source.find((event) => event.type === 'state.written' && event.data.call === proposed.data.call)
  return {
    caller: asked.data.idea,
    tool,
    parameters: proposed.data.parameters as JsonObject, // hydrated, as all below
    meta,
    resolved: started.data.resolved as JsonObject,
    result: completed.data.result as Json,
    isLatent: started.data.mode === 'latent',
    ...(written?.type === 'state.written' && { ref: written.data.ref }),
  }
}

/** Whether a parameter reads what one of the lifted Calls wrote. */
export const hasInnerReference = (value: Json, calls: readonly LiftedCall[]): boolean =>
  findReferences(value).some(({ reference }) =>
    reference.paths.some(({ text }) => calls.some(({ ref }) => ref !== undefined && `${text}.`.startsWith(`${ref}.`))),
  )

/** Meta fields that the model of the new Loop would choose alike; the others are filled in. */
const CHOSEN: ReadonlySet<string> = new Set(['_outputPath', '_imports', '_module'])

/** What the Loop of the new Idea would have been answered: the Calls, then their results. */
export const liftedAnswers = (calls: readonly LiftedCall[]): readonly Json[] => [
  {
    calls: calls.map(({ tool, parameters, resolved, meta, isLatent, result }) => ({
      _tool: tool,
      ...Object.fromEntries(Object.entries(meta).filter(([name]) => CHOSEN.has(name))),
      ...Object.fromEntries(
        Object.entries(resolved).map(([name, value]) => {
          const written = parameters[name] ?? null
          return [name, hasInnerReference(written, calls) ? written : literal(value)]
        }),
      ),
      ...(isLatent && { _output: result }),
    })),
    output: null,
  },
  { calls: [], output: Object.fromEntries(calls.map(({ key, result }) => [key, result])) },
]

/** A text that begins like a reference and is none (docs/contract/protocol.md#state). */
const literal = (value: Json): Json => {
  if (typeof value === 'string') return value.startsWith('†') ? `†${value}` : value
  if (Array.isArray(value)) return value.map(literal)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, literal(item)]))
}

/** The events of the Calls and below them, as a Run of the new Idea would have recorded them: all in its first answer. */
export const liftedEvents = (source: readonly JournalEvent[], calls: readonly LiftedCall[]): readonly JournalEvent[] =>
  calls.flatMap(({ span }, index) =>
    source
      .filter((event) => event.span === span || event.span.startsWith(`${span}/`))
      .map((event) => ({ ...event, span: `request/0/call/${index}${event.span.slice(span.length)}` })),
  )
