import { EnsembleError, type Journal, type Json, type JsonObject, isObject } from '@ensemble/core'
import { loopOf } from '@ensemble/core/trace'

/** Where a recorded Call was made. */
export interface CallPlace {
  readonly run: string
  readonly span: string
}

/** A recorded Call with what it could see: its parameters as it ran, the input and the state of its Loop at that moment. */
export interface RecordedPlace extends CallPlace {
  readonly idea: string
  readonly call: JsonObject
  readonly input?: Json
  readonly state: JsonObject
}

/** Throws EnsembleError `experiment.invalid` where no Call of the Tool began there. */
export const readPlace = async (journal: Journal, tool: string, { run, span }: CallPlace): Promise<RecordedPlace> => {
  const events = await journal.read(run, { hydrate: true }).catch(() => [])
  const started = events.find((event) => event.type === 'call.started' && event.span === span)
  const proposed = events.find((event) => event.type === 'call.proposed' && event.span === span)
  const asked = events.find((event) => event.type === 'request.started' && event.span === proposed?.parent)
  if (started?.type !== 'call.started' || proposed?.type !== 'call.proposed' || asked?.type !== 'request.started')
    throw invalid(`Run ${run} has no Call at ${span} that began.`)
  if (proposed.data.tool !== tool)
    throw invalid(`The Call at ${span} of run ${run} is of ${proposed.data.tool}, not ${tool}.`)
  const loop = loopOf(span)
  const around = events.find(
    (event) => event.span === loop && event.type === (loop === '' ? 'run.created' : 'call.started'),
  )
  const input =
    around?.type === 'run.created'
      ? around.data.input
      : around?.type === 'call.started'
        ? around.data.resolved
        : undefined
  const written = events.flatMap((event) =>
    event.type === 'state.written' && event.seq < started.seq && loopOf(event.span) === loop ? [event.data] : [],
  )
  return {
    run,
    span,
    idea: asked.data.idea,
    call: started.data.resolved as JsonObject, // hydrated, as all here
    ...(input !== undefined && input !== null && { input: input as Json }),
    state: written.reduce<JsonObject>((state, { ref, after }) => withValue(state, ref, after as Json), {}),
  }
}

const invalid = (message: string): EnsembleError =>
  new EnsembleError('experiment.invalid', message, { errors: [{ path: '/calls', message }] })

/** `†state.a.b` and its value, in a copy. A list is written as a whole by its Call, or item by item. */
const withValue = (state: JsonObject, ref: string, value: Json): JsonObject => {
  const put = (before: Json, [name, ...rest]: readonly string[]): Json => {
    if (name === undefined) return value
    if (Array.isArray(before)) {
      const at = Number(name)
      return Object.assign([...before], { [at]: put((before[at] ?? null) as Json, rest) }) as Json
    }
    const own = isObject(before) ? before : {}
    return { ...own, [name]: put(own[name] ?? null, rest) }
  }
  const after = put(
    state,
    ref
      .replace(/^†state\.?/u, '')
      .split('.')
      .filter(Boolean),
  )
  return isObject(after) ? after : state
}
