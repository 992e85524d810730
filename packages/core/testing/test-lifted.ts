import { createIdeaSource } from '../src/idea/workspace.ts'
import { withModuleTool } from '../src/idea/with-module-tool.ts'
import type { JournalEvent } from '../src/journal/events.ts'
import type { Json, JsonObject } from '../src/schema/json.ts'
import { getPath, writeInto } from '../src/request/state.ts'
import { createExecutor } from '../src/run/operate/executor.ts'
import type { Executor } from '../src/run/operate/executor-types.ts'
import type { TestWorld } from './test-run.ts'
import type { Lifted } from '../src/run/operate/fork/lift.ts'
import { callPlace, inOrder, refsOf } from '../src/run/record/lifted-calls.ts'
import { overlaps, pathOf, readsOf } from '../src/run/record/lifted-reads.ts'

/** A recorded Call of the caller's own Loop, as its model made it. */
interface Made {
  readonly span: string
  readonly turn: number
  readonly index: number
  readonly call: JsonObject
  readonly writes: readonly (readonly string[])[]
  /** Where it looks in the state: what is there already, or what a Call before it wrote. */
  readonly reads: readonly { readonly path: readonly string[]; readonly isImport: boolean }[]
}

const madeIn = (events: readonly JournalEvent[]): readonly Made[] =>
  events
    .flatMap((event): Made[] => {
      const place = event.type === 'call.proposed' ? callPlace(event.span) : undefined
      if (event.type !== 'call.proposed' || place?.loop !== '') return []
      const call = JSON.parse(event.data.raw as string) as JsonObject
      const { references, imports } = readsOf({ parameters: call, meta: event.data.meta })
      const reads = [
        ...references.map((path) => ({ path, isImport: false })),
        ...imports.map((path) => ({ path, isImport: true })),
      ]
      return [{ ...place, call, writes: refsOf(events, event.span).map(pathOf), reads }]
    })
    .toSorted(inOrder)

const meet = (paths: readonly (readonly string[])[], path: readonly string[]): boolean =>
  paths.some((one) => overlaps(path, one))

/**
 * The changed caller's answers, turn by turn: recorded Calls without the lifted ones, and the module Tool's as early as
 * possible. Nothing if unrelated Calls would have to swap.
 */
export function changedAnswers(
  events: readonly JournalEvent[],
  lifted: Lifted,
  spans: readonly string[],
  { name, initial }: { readonly name: string; readonly initial: JsonObject },
): readonly Json[] | undefined {
  const all = madeIn(events)
  const stateAt = (turn: number): JsonObject =>
    all
      .filter((one) => one.turn < turn)
      .flatMap(({ writes }) => writes)
      .reduce((state, path) => writeInto(state, path, true), initial)
  const needs = (reader: Made, writer: Made): boolean =>
    reader.reads.some(
      ({ path, isImport }) =>
        meet(writer.writes, path) &&
        (writer.turn < reader.turn ||
          (writer.turn === reader.turn &&
            getPath(stateAt(reader.turn), path) === undefined &&
            (!isImport || writer.index < reader.index))),
    )
  const looksBefore = (one: Made, writer: Made): boolean =>
    one.turn <= writer.turn && !needs(one, writer) && one.reads.some(({ path }) => meet(writer.writes, path))
  const writesBefore = (one: Made, later: Made): boolean =>
    inOrder(one, later) < 0 && one.writes.some((path) => meet(later.writes, path))
  const moved = all.filter(({ span }) => spans.includes(span))
  const others = all.filter(({ span }) => !spans.includes(span))
  const after = new Set<Made>()
  for (let size = -1; size < after.size;) {
    size = after.size
    for (const one of others)
      if ([...moved, ...after].some((writer) => needs(one, writer) || writesBefore(writer, one))) after.add(one)
  }
  const before = others.filter(
    (one) =>
      !after.has(one) && moved.some((call) => needs(call, one) || looksBefore(one, call) || writesBefore(one, call)),
  )
  /** An earlier turn's value stays one: `†a || †b` waits for nothing if either exists. */
  const turnAfter = (one: Made): number =>
    one.turn + (moved.some((call) => needs(call, one) && one.turn < call.turn) ? 1 : 0)
  const at = Math.max(moved[0]?.turn ?? 0, ...before.map(turnAfter))
  const own: JsonObject = {
    _tool: name,
    ...Object.fromEntries(
      lifted.inputs.flatMap((input) => (input.from === 'imports' ? [] : [[input.name, input.given]])),
    ),
  }
  const answer = (calls: readonly JsonObject[]) => ({ calls, output: null })
  const callsOf = (turn: number, from: readonly Made[]): readonly JsonObject[] =>
    from.filter((one) => one.turn === turn).map(({ call }) => call)
  /** A Call that finds its path in the state ignores its own turn. */
  const mindsPlace = (one: Made): boolean =>
    moved.some(
      (call) =>
        needs(call, one) ||
        writesBefore(one, call) ||
        one.reads.some(({ path }) => meet(call.writes, path) && !getPath(stateAt(at), path)),
    )
  const place = Math.max(
    -1,
    ...[...moved.slice(0, 1), ...before.filter(mindsPlace)].flatMap(({ turn, index }) => (turn === at ? [index] : [])),
  )
  /** It waits for the module Tool as it waited for the Calls. */
  const staysBehind = (one: Made): boolean =>
    one.turn === at && one.index > place && moved.every((call) => call.turn === at || !needs(one, call))
  const late = others.filter((one) => after.has(one) && one.turn <= at && !staysBehind(one))
  const isPassed = late.some((one) =>
    others.some(
      (other) =>
        !late.includes(other) &&
        other.turn <= at &&
        ((one.reads.some(({ path }) => meet(other.writes, path)) && !needs(one, other)) ||
          (inOrder(other, one) > 0 &&
            [...other.reads.map(({ path }) => path), ...other.writes].some((path) => meet(one.writes, path)))),
    ),
  )
  if (isPassed) return undefined
  const kept = others.filter((one) => !late.includes(one))
  const turns = 1 + Math.max(at, ...others.map(({ turn }) => turn))
  const answers = Array.from({ length: turns }, (_, turn) => turn).flatMap((turn) => {
    if (turn !== at) return [answer(callsOf(turn, kept))]
    const first = callsOf(
      turn,
      kept.filter(({ index }) => index <= place),
    )
    const rest = callsOf(
      turn,
      kept.filter(({ index }) => index > place),
    )
    const turnsOfLate = [...new Set(late.map((one) => one.turn))]
    return [answer([...first, own, ...rest]), ...turnsOfLate.map((one) => answer(callsOf(one, late)))]
  })
  // A turn whose every Call was lifted is asked for no more.
  return answers.filter(({ calls }) => calls.length > 0)
}

/** The same workspace with the new Idea, and the caller as it is changed. */
export function changedWorld(
  { deps }: TestWorld,
  ideas: { readonly [name: string]: object },
  lifted: Lifted,
  { idea, tool, activities }: { readonly idea: string; readonly tool: string; readonly activities: readonly string[] },
): Executor {
  const caller = lifted.caller.replace('idea://', '')
  const texts = new Map(Object.entries(ideas).map(([name, content]) => [name, JSON.stringify(content)]))
  const files = new Map([
    ...texts,
    [idea, JSON.stringify(lifted.idea)],
    [caller, withModuleTool(texts.get(caller) ?? '', tool, lifted)],
  ])
  return createExecutor({ ...deps, ideas: createIdeaSource({ ideas: files, tools: new Map(), activities }) })
}
