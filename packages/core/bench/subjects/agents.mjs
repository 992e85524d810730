import { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } from '@openai/agents'
import OpenAI from 'openai'
import { DEPTH, SHAPES, instructions, parametersOf, toolDescription, toolName, work } from '../workloads.mjs'

/** The Agents SDK over Chat Completions. Its tracing, which would send spans away, is off. */
export const create = (baseUrl) => {
  setTracingDisabled(true)
  const model = new OpenAIChatCompletionsModel(new OpenAI({ baseURL: baseUrl, apiKey: 'none' }), 'bench')
  const toolsOf = (count, onCall) =>
    Array.from({ length: count }, (_, index) =>
      tool({
        name: toolName(index),
        description: toolDescription(index),
        parameters: parametersOf(index, count),
        strict: false,
        execute: async (args) => {
          onCall?.()
          return work(args)
        },
      }),
    )
  const agentOf = (system, tools) => new Agent({ name: 'bench', instructions: system, model, tools })
  const ask = async (agent, stream) => {
    if (!stream) return (await run(agent, 'Look the records up.', { maxTurns: 50 })).finalOutput
    const result = await run(agent, 'Look the records up.', { maxTurns: 50, stream: true })
    for await (const _ of result);
    await result.completed
    return result.finalOutput
  }
  const delegateTo = (level) =>
    tool({
      name: 'delegate',
      description: 'Hands a part to a helper.',
      parameters: parametersOf(0, 1),
      strict: false,
      execute: () => ask(levels[level]),
    })
  const levels = Array.from({ length: DEPTH }, (_, level) =>
    agentOf(instructions('nested', level), level < DEPTH - 1 ? [delegateTo(level + 1)] : toolsOf(1)),
  )

  return {
    prepare(workload, onCall) {
      if (workload === 'nested') return () => ask(levels[0])
      const { tools, stream } = SHAPES[workload]
      const agent = agentOf(instructions(workload), toolsOf(tools, onCall))
      return () => ask(agent, stream)
    },
  }
}
