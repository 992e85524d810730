import { createIdeaSource, createRegistry, type JournalEvent, type JsonObject, type Message } from '@ensemble/core'
import { createTraceLog } from '@ensemble/core/trace'
import { DEPTH, SHAPES, instructions, parametersOf, toolDescription, toolName, work } from '../workloads.mjs'
import { createBenchModel } from './bench-model.ts'

/** The output of a Run whose Journal and trace were looked at. */
const lookedAt = ({
  output,
  events,
}: {
  readonly output: unknown
  readonly events: readonly JournalEvent[]
}): unknown => {
  const { bySpan } = createTraceLog(events)
  return bySpan.size > 1 ? output : 'The trace is empty.'
}

/** Ensemble by its public entries: Calls are checked, the Journal is chained, its trace built, connections are kept. */
export const create = (baseUrl: string, model = createBenchModel(baseUrl)) => {
  const context = (system: string): Message[] => [
    { type: 'text', role: 'system', text: system },
    { type: 'text', role: 'user', text: 'Look the records up.' },
  ]
  const config = { limits: { turns: 50 } }
  const schemaOf = (index: number, count: number) => ({
    ...parametersOf(index, count),
    description: toolDescription(index),
  })

  const registryOf = (count: number, onCall?: () => void) => {
    const registry = createRegistry()
    for (let index = 0; index < count; index++) {
      registry.Tool.register(toolName(index), schemaOf(index, count))
      registry.Activity.register(toolName(index), async (call) => {
        onCall?.()
        return work(call)
      })
    }
    return registry
  }
  const ideaOf = (level: number): { readonly context: Message[] } => {
    const description = 'Hands a part to a helper.'
    const tool: Record<string, JsonObject> =
      level < DEPTH - 1
        ? { delegate: { ...parametersOf(0, 1), description, _module: `idea://level${level + 1}` } }
        : { lookup: schemaOf(0, 1) }
    return { context: [...context(instructions('nested', level)), { type: 'tool', tool }] }
  }
  const ideas = new Map(
    Array.from({ length: DEPTH }, (_, level): [string, string] => [`level${level}`, JSON.stringify(ideaOf(level))]),
  )
  const source = createIdeaSource({ ideas, tools: new Map(), activities: ['lookup'] })

  return {
    prepare(workload: string, onCall?: () => void) {
      if (workload === 'nested') {
        const { Activity, Agent } = createRegistry()
        Activity.register('lookup', async (call) => work(call))
        return async () => lookedAt(await Agent.Loop(config, undefined, ideaOf(0).context, { model, ideas: source }))
      }
      const { Agent } = registryOf(SHAPES[workload]?.tools ?? 0, onCall)
      return async () => lookedAt(await Agent.Loop(config, undefined, context(instructions(workload)), { model }))
    },
  }
}
