import { contextTools, type ContextTool } from '../../idea/context-tools.ts'
import type { LoadedIdea } from '../../idea/idea.ts'
import type { JournalEvent } from '../../journal/events.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import type { ExecutorDeps } from './executor-deps.ts'
import { createPins } from './pins.ts'
import { liftedCalls, refused, type LiftedCall } from './lifted-calls.ts'
import { asData, importsOf, readBefore } from './lifted-reads.ts'
import { liftValues, type LiftedValues } from './lifted-values.ts'

export type Calls = readonly [LiftedCall, ...LiftedCall[]]

/** The lifted part of a Run, by its record alone. */
export interface Plan {
  readonly calls: Calls
  readonly loaded: LoadedIdea
  readonly entries: ReadonlyMap<string, ContextTool>
  readonly schemas: ReadonlyMap<string, JsonObject>
  readonly values: LiftedValues
}

export async function planOf(
  deps: ExecutorDeps,
  source: readonly JournalEvent[],
  spans: readonly string[],
): Promise<Plan> {
  const calls = liftedCalls(source, spans)
  const [{ caller, loop, turn }] = calls
  if (caller === 'anonymous') throw refused('The Calls were made by an anonymous Module, which has no file.')
  const pin = createPins({ journal: deps.journal, ideas: deps.ideas, recorded: source, store: false })
  const loaded = await pin(caller, undefined)
  const entries = new Map(contextTools(loaded.idea.context, loaded.tools).tools.map((tool) => [tool.name, tool]))
  const schemas = new Map(
    calls.map(({ tool }): [string, JsonObject] => {
      const entry = entries.get(tool)
      if (entry === undefined) throw refused(`${caller} has no Tool ${tool} in its file: it cannot be lifted.`)
      return [tool, entry.schema]
    }),
  )
  return { calls, loaded, entries, schemas, values: liftValues(calls, schemas, readBefore(source, loop, turn)) }
}

/** The new Idea's Loop as its model would see it: the Calls of each turn, then their results. */
export async function liftedAnswers(
  deps: ExecutorDeps,
  source: readonly JournalEvent[],
  spans: readonly string[],
): Promise<{ readonly calls: Calls; readonly answers: ReadonlyMap<string, Json> }> {
  const { calls, values } = await planOf(deps, source, spans)
  const turns = new Map<string, LiftedCall[]>()
  for (const call of calls) {
    const request = call.place.slice(0, call.place.indexOf('/call/'))
    turns.set(request, [...(turns.get(request) ?? []), call])
  }
  const said = [...turns].map(([request, made]): [string, Json] => [
    request,
    {
      calls: made.map((call) => ({
        _tool: call.tool,
        ...metaOf(call),
        ...values.parameters.get(call.span),
        ...(call.isLatent && { _output: call.result }),
      })),
      output: null,
    },
  ])
  const output = Object.fromEntries(calls.map(({ key, result }) => [key, result]))
  return { calls, answers: new Map<string, Json>([...said, [`request/${said.length}`, { calls: [], output }]]) }
}

/** Meta fields that the model of the new Loop would choose alike; the others are filled in. */
const CHOSEN: ReadonlySet<string> = new Set(['_outputPath', '_imports', '_module'])

const metaOf = ({ meta }: LiftedCall): JsonObject =>
  Object.fromEntries(
    Object.entries(meta)
      .filter(([name]) => CHOSEN.has(name))
      .map(([name, value]) => [name, name === '_imports' ? importsOf({ meta }).map(asData) : value]),
  )
