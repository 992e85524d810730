import { importedPath } from '../request/imports.ts'
import { isReference, parseReference, writesOf } from '../request/reference.ts'
import { getPath } from '../request/state.ts'
import type { Json } from '../schema/json.ts'
import { toPointer } from '../schema/pointer.ts'
import { FoundParts, type StateOrigin } from './found-parts.ts'
import { statePaths, overlap } from './loop-state.ts'
import type { ValuePlace } from './origin-types.ts'
import type { RecordedCallFacts, RecordedLoop, RecordedLoops, RecordedWrite } from './recorded-loops.ts'
import type { PinnedContext } from './whole-state.ts'

/** Who reads the state, when, and the value that was read. */
export interface StateReader {
  readonly seq: number
  readonly instance: string | undefined
  readonly value?: Json | undefined
}

export const instanceOf = ({ meta }: RecordedCallFacts): string | undefined =>
  typeof meta['_instance'] === 'string' ? meta['_instance'] : undefined

interface PlacedWrite extends RecordedWrite {
  readonly path: readonly string[]
}

/**
 * The origins of a path of a Loop's state: the writes that the reader saw, then the Idea's or the caller's value. One
 * origin of the whole if an equal value was put there; otherwise each part that still holds has its own.
 */
export const stateOrigins = (
  recorded: RecordedLoops,
  contextOf: PinnedContext,
  loop: RecordedLoop,
  path: readonly string[],
  reader: StateReader,
): readonly StateOrigin[] => {
  const found = new FoundParts(reader.value)
  findParts(recorded, contextOf, loop, path, reader, found)
  return found.origins
}

const findParts = (
  recorded: RecordedLoops,
  contextOf: PinnedContext,
  loop: RecordedLoop,
  path: readonly string[],
  reader: StateReader,
  found: FoundParts,
): void => {
  for (const write of seenWrites(recorded, loop, reader)) {
    if (found.isWhole) return
    if (!overlap(path, write.path)) continue
    const above = path.slice(write.path.length)
    found.add(write.path.slice(path.length), getPath(write.value, above), wrote(recorded, write, above))
  }
  if (!found.isWhole) findGiven(recorded, contextOf, loop, path, reader, found)
}

/** The writes of a Loop that a reader can have seen, the newest first. */
export const seenWrites = (
  { calls }: RecordedLoops,
  loop: RecordedLoop,
  { seq, instance }: StateReader,
): readonly PlacedWrite[] =>
  loop.writes
    .filter((write) => {
      const writer = calls.get(write.call)
      const world = writer && instanceOf(writer)
      return write.seq < seq && (world === undefined || world === instance)
    })
    .flatMap((write) => statePaths(write.ref).map((path) => ({ ...write, path })))
    .toReversed()

/** The place in the writer's result that holds this part of what it wrote. */
const wrote = ({ calls }: RecordedLoops, write: PlacedWrite, part: readonly string[]): ValuePlace => {
  const target = calls.get(write.call)?.meta['_outputPath']
  const parsed = typeof target === 'string' ? writesOf(target) : undefined
  const to = parsed?.ok === true ? parsed.reference.paths.find(({ text }) => text === write.ref.trim()) : undefined
  const pointer = toPointer([...(to?.member ?? []), ...part])
  return { span: write.call, part: 'result', pointer }
}

/** The parts that the Idea holds itself, or that came in with the Module's Call. */
const findGiven = (
  recorded: RecordedLoops,
  contextOf: PinnedContext,
  loop: RecordedLoop,
  path: readonly string[],
  reader: StateReader,
  found: FoundParts,
): void => {
  const call = recorded.calls.get(loop.span)
  const caller = call && recorded.loops.get(call.loop)
  if (call?.entered !== undefined && caller !== undefined && importsState(call.entered.imports, path)) {
    const above = { ...reader, seq: call.entered.seq, instance: instanceOf(call) }
    findParts(recorded, contextOf, caller, path, above, found)
  }
  const context = (loop.idea === undefined ? undefined : contextOf(loop.idea)) ?? []
  for (const [index, message] of [...context.entries()].toReversed()) {
    if (message.type !== 'state' || message.state === undefined) continue
    if (message._instance !== undefined && message._instance !== reader.instance) continue
    const { state } = message
    const alias = isReference(state) ? parseReference(state) : undefined
    if (alias?.ok === true) {
      const segments = [...(alias.reference.paths[0]?.segments ?? []), ...path]
      const from: ValuePlace = { span: loop.span, part: 'input', pointer: toPointer(segments) }
      found.add([], getPath(loop.input, segments), from)
      continue
    }
    const held = getPath(state, path)
    if (held === undefined) continue
    found.add([], held, { span: loop.span, part: 'context', pointer: toPointer([index, 'state', ...path]) })
  }
}

const importsState = (imports: readonly string[], path: readonly string[]): boolean =>
  imports.some((name) => {
    if (name === 'state') return true
    const segments = importedPath(name)
    return segments !== undefined && overlap(segments, path)
  })
