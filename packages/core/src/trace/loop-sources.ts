import { importedPath } from '../request/imports.ts'
import { isReference } from '../request/reference.ts'
import type { Json } from '../schema/json.ts'
import { overlap } from './loop-state.ts'
import type { ValuePlace } from './origin-types.ts'
import type { RecordedLoop, RecordedLoops } from './recorded-loops.ts'
import { instanceOf, seenWrites, type StateReader } from './state-origins.ts'
import type { PinnedContext } from './whole-state.ts'

/** A value that the models of a Loop are shown from its first Request on, as imports name it. */
export interface Source {
  readonly type: 'input' | 'text' | 'state' | 'data'
  readonly kind?: string
  readonly place: ValuePlace
  readonly value: Json
}

/** A Loop's input, the values and texts of its Idea, and what its imports let through. `known` has those of Loops before it. */
export const shownSources = (
  recorded: RecordedLoops,
  contextOf: PinnedContext,
  loop: RecordedLoop,
  known: ReadonlyMap<string, readonly Source[]>,
): readonly Source[] => {
  const { span } = loop
  const own: Source[] = [{ type: 'input', place: { span, part: 'input', pointer: '' }, value: loop.input }]
  const context = (loop.idea === undefined ? undefined : contextOf(loop.idea)) ?? []
  for (const [index, message] of context.entries()) {
    const add = (type: Source['type'], name: string, value: Json | undefined, kind?: string): void => {
      // A reference to the input is the input again.
      if (value === undefined || isReference(value)) return
      const place: ValuePlace = { span, part: 'context', pointer: `/${index}/${name}` }
      own.push({ type, place, value, ...(kind !== undefined && { kind }) })
    }
    if (message.type === 'text') add('text', 'text', message.text)
    if (message.type === 'state') add('state', 'state', message.state)
    if (message.type === 'data') add('data', 'data', message.data, message.kind)
  }
  const call = recorded.calls.get(span)
  const caller = call && recorded.loops.get(call.loop)
  if (call?.entered === undefined || caller === undefined) return own
  const reader = { seq: call.entered.seq, instance: instanceOf(call) }
  const imported = importedSources(recorded, caller, known.get(caller.span) ?? [], call.entered.imports, reader)
  return [...own, ...imported]
}

/** The sources of a Loop that a list of imports lets through. */
export const importedSources = (
  recorded: RecordedLoops,
  loop: RecordedLoop,
  sources: readonly Source[],
  imports: readonly string[],
  reader: StateReader,
): readonly Source[] => {
  const passed = sources.flatMap((source): readonly Source[] => {
    if (source.type === 'state') return imports.includes('state') ? [source] : []
    const name = source.type === 'data' ? `data:${source.kind ?? ''}` : source.type
    if (!imports.includes(name)) return []
    return source.type === 'data' ? [source] : [{ ...source, type: 'data', kind: source.type }]
  })
  const paths = imports.flatMap((name) =>
    name === 'state' ? [[]] : [importedPath(name)].filter((path) => path !== undefined),
  )
  const written = seenWrites(recorded, loop, reader)
    .filter(({ path }) => paths.some((wanted) => overlap(wanted, path)))
    .map(({ call, value }): Source => ({ type: 'state', place: { span: call, part: 'result', pointer: '' }, value }))
  return [...passed, ...written]
}
