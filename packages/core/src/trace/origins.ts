import type { JournalEvent } from '../journal/events.ts'
import { findReferences, hasDagger, isReference } from '../request/reference.ts'
import type { ReferencePath } from '../request/reference.types.ts'
import { getPath } from '../request/state.ts'
import { escapePointer, isObject, type Json, type Pointer } from '../schema/json.ts'
import { getByPointer, toPointer } from '../schema/pointer.ts'
import { importedSources, shownSources, type Source } from './loop-sources.ts'
import type { OriginLink, Origins, ValueMaker, ValuePlace } from './origin-types.ts'
import { loopOf } from './span-path.ts'
import { recordedLoops, type RecordedCallFacts, type RecordedLoop, type RecordedLoops } from './recorded-loops.ts'
import { SameValues } from './same-values.ts'
import { instanceOf, stateOrigins } from './state-origins.ts'
import type { TraceEvent } from './trace-event.ts'
import type { PinnedContext } from './whole-state.ts'

/** Texts searched in texts, in a whole Run: some hundred milliseconds. */
const MOST_SEARCHES = 200_000

const input = (span: string, pointer: Pointer = ''): ValuePlace => ({ span, part: 'input', pointer })
const result = (span: string, pointer: Pointer = ''): ValuePlace => ({ span, part: 'result', pointer })

/**
 * Where each value of a Run came from, across the walls of Modules. `events` have their values in place of hashes. A
 * Run that continues another begins with that one's messages, which aren't in its record.
 */
export const originsOf = (events: readonly (TraceEvent | JournalEvent)[], contextOf: PinnedContext): Origins =>
  originsIn(recordedLoops(events), contextOf)

/** The same, of a record that was read before. */
export const originsIn = (recorded: RecordedLoops, contextOf: PinnedContext): Origins => {
  const searches = { left: MOST_SEARCHES }
  const links: OriginLink[] = []
  const seen = new Map<string, readonly ValuePlace[]>()
  const sources = new Map<string, readonly Source[]>()
  for (const loop of recorded.loops.values()) {
    const shown = shownSources(recorded, contextOf, loop, sources)
    sources.set(loop.span, shown)
    links.push(...linksOfLoop(recorded, contextOf, loop, shown, searches, seen))
  }
  return {
    links,
    isCut: searches.left <= 0,
    makerOf: (place) => makerOf(recorded, place),
    valueOf: (place) => valueOf(recorded, contextOf, place),
    ownerOf: ({ span, part }) => {
      const tool = recorded.calls.get(span)?.tool
      // An Idea's own value and a Call of it are of the Loop that holds them.
      const loop = part === 'context' ? span : span === '' ? '' : loopOf(span)
      return {
        idea: recorded.loops.get(loop)?.address ?? '',
        ...(tool !== undefined && part !== 'context' && { tool }),
      }
    },
    broughtInto: (span) => {
      const call = recorded.calls.get(span)
      const caller = call && recorded.loops.get(call.loop)
      if (call?.entered === undefined || caller === undefined) return []
      const { imports, seq } = call.entered
      const reader = { seq, instance: instanceOf(call) }
      return imports.flatMap((name) =>
        importedSources(recorded, caller, sources.get(caller.span) ?? [], [name], reader).map(({ place }) => ({
          name,
          place,
        })),
      )
    },
    requestsOf: (loop) => recorded.loops.get(loop)?.requests.map(({ span }) => span) ?? [],
    // A Module's own input is what its caller passed: arguments, whose origins are other values.
    named: [...sources.values()]
      .flat()
      .flatMap(({ type, kind, place }) =>
        type === 'input' && place.span !== '' ? [] : [{ name: type === 'data' ? `data:${kind ?? ''}` : type, place }],
      ),
    seenBy: (request) => seen.get(request) ?? [],
  }
}

const linksOfLoop = (
  recorded: RecordedLoops,
  contextOf: PinnedContext,
  loop: RecordedLoop,
  shown: readonly Source[],
  searches: { left: number },
  seen: Map<string, readonly ValuePlace[]>,
): readonly OriginLink[] => {
  const links: OriginLink[] = []
  const known = new SameValues(searches)
  const places: ValuePlace[] = []
  for (const source of shown) {
    if (source.type === 'text') known.addProse(source)
    else known.add(source)
    if (source.type !== 'text') places.push(source.place)
  }
  const results = loop.calls
    .filter(({ completed }) => completed !== undefined)
    .toSorted((one, other) => (one.completed ?? 0) - (other.completed ?? 0))
  let taken = 0
  for (const request of loop.requests) {
    for (; (results[taken]?.completed ?? Number.POSITIVE_INFINITY) < request.seq; taken++) {
      const call = results[taken]
      if (call?.result === undefined) continue
      known.add({ place: result(call.span), value: call.result })
      places.push(result(call.span))
    }
    seen.set(request.span, [...places])
    for (const call of loop.calls) {
      if (call.request !== request.span) continue
      links.push(...linksOfArguments(recorded, contextOf, loop, call, known))
      links.push(...linksOfResult(recorded, call, shown, known))
    }
    if (request.output === undefined || request.isEdited) continue
    for (const { pointer, from, how } of known.find(request.output))
      links.push({ to: result(request.span, pointer), from, how })
  }
  const last = loop.requests.findLast(({ output }) => output !== undefined)
  const hasOutput = loop.span === '' ? recorded.output !== undefined : true
  if (last !== undefined && hasOutput) links.push({ to: result(loop.span), from: result(last.span), how: 'passed' })
  return links
}

/** The values that references read, and equal ones that the model had been shown. */
const linksOfArguments = (
  recorded: RecordedLoops,
  contextOf: PinnedContext,
  loop: RecordedLoop,
  call: RecordedCallFacts,
  known: SameValues,
): readonly OriginLink[] => {
  const links: OriginLink[] = []
  const reader = { seq: call.started ?? Number.POSITIVE_INFINITY, instance: instanceOf(call) }
  for (const { path, reference } of findReferences(call.parameters)) {
    const value = call.resolved && getByPointer(call.resolved, path)
    const read = (from: ReferencePath): readonly OriginLink[] => {
      if (from.root === 'input') {
        if (getPath(loop.input, from.segments) === undefined) return []
        const place = input(loop.span, toPointer(from.segments))
        return [{ to: input(call.span, path), from: place, how: 'reference', reference: reference.text }]
      }
      return stateOrigins(recorded, contextOf, loop, from.segments, { ...reader, value }).map(
        ({ segments, from: place }) => ({
          to: input(call.span, path + toPointer(segments)),
          from: place,
          how: 'reference',
          reference: reference.text,
        }),
      )
    }
    const tried = reference.operator === 'all' ? reference.paths.slice(-1) : reference.paths
    for (const each of tried) {
      const found = read(each)
      links.push(...found)
      if (found.length > 0) break
    }
  }
  if (call.wrote.parameters) return links
  eachLiteral(call.parameters, '', (value, pointer) => {
    for (const match of known.find(value, pointer))
      links.push({ to: input(call.span, match.pointer), from: match.from, how: match.how })
  })
  return links
}

/** The largest parts of a Call's parameters without references. */
const eachLiteral = (value: Json, pointer: Pointer, visit: (value: Json, pointer: Pointer) => void): void => {
  if (isReference(value)) return
  if (!hasDagger(value)) visit(value, pointer)
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) eachLiteral(item as Json, `${pointer}/${index}`, visit)
  else if (isObject(value))
    for (const [name, item] of Object.entries(value)) eachLiteral(item, `${pointer}/${escapePointer(name)}`, visit)
}

const linksOfResult = (
  recorded: RecordedLoops,
  call: RecordedCallFacts,
  shown: readonly Source[],
  known: SameValues,
): readonly OriginLink[] => {
  if (call.result === undefined || call.wrote.result === true || call.mode === 'module') return []
  const to = (pointer: Pointer): ValuePlace => result(call.span, pointer)
  if (call.mode === 'latent')
    return known.find(call.result).map(({ pointer, from, how }) => ({ to: to(pointer), from, how }))
  const links: OriginLink[] = []
  if (call.resolved !== undefined) {
    const own = new SameValues({ left: 0 })
    own.add({ place: input(call.span), value: call.resolved })
    for (const { pointer, from, how } of own.find(call.result)) links.push({ to: to(pointer), from, how })
    if (Object.keys(call.resolved).length > 0) links.push({ to: to(''), from: input(call.span), how: 'computed' })
  }
  for (const { place } of importedByActivity(recorded, call, shown))
    links.push({ to: to(''), from: place, how: 'computed' })
  return links
}

/** The values of its Loop that an Activity got besides its arguments. */
const importedByActivity = (
  recorded: RecordedLoops,
  call: RecordedCallFacts,
  shown: readonly Source[],
): readonly Pick<Source, 'place'>[] => {
  const listed = call.meta['_imports']
  const imports = Array.isArray(listed) ? listed.filter((name) => typeof name === 'string') : []
  const loop = recorded.loops.get(call.loop)
  return imports.length === 0 || loop === undefined
    ? []
    : importedSources(recorded, loop, shown, imports, { seq: call.started ?? 0, instance: instanceOf(call) })
}

const valueOf = (
  { loops, calls, output }: RecordedLoops,
  contextOf: PinnedContext,
  { span, part, pointer }: ValuePlace,
): Json | undefined => {
  const at = (value: Json | undefined): Json | undefined => (value === undefined ? value : getByPointer(value, pointer))
  const loop = loops.get(span)
  const call = calls.get(span)
  if (part === 'context')
    // An Idea's Messages are JSON.
    return at(loop?.idea === undefined ? undefined : (contextOf(loop.idea) as unknown as Json | undefined))
  if (part === 'input') return at(call?.resolved ?? loop?.input)
  if (call !== undefined) return at(call.result)
  return at(span === '' ? output : loops.get(loopOf(span))?.requests.find((each) => each.span === span)?.output)
}

const makerOf = ({ loops, calls }: RecordedLoops, { span, part, pointer }: ValuePlace): ValueMaker | undefined => {
  if (part === 'context') return { type: 'idea' }
  const call = calls.get(span)
  if (call === undefined) {
    if (span === '') return part === 'input' ? { type: 'person' } : { type: 'module' }
    const parent = [...loops.values()].flatMap(({ requests }) => requests).find((each) => each.span === span)
    return parent?.isEdited ? { type: 'person' } : { type: 'model', request: span }
  }
  const model: ValueMaker = { type: 'model', request: call.request }
  if (part === 'input') {
    const read = findReferences(call.parameters).some(({ path }) => pointer === path || pointer.startsWith(`${path}/`))
    return read ? { type: 'reference' } : call.wrote.parameters ? { type: 'person' } : model
  }
  if (call.wrote.result === true) return { type: 'person' }
  if (call.mode === 'explicit') return { type: 'activity', activity: call.activity ?? call.tool }
  return call.mode === 'module' ? { type: 'module' } : model
}
