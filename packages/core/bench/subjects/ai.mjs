import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai'
import { DEPTH, SHAPES, instructions, parametersOf, toolDescription, toolName, work } from '../workloads.mjs'

/** The AI SDK as its documentation shows it: `generateText` and `streamText` with several steps. `options`: of its provider. */
export const create = (baseUrl, options = {}) => {
  const model = createOpenAICompatible({ name: 'bench', baseURL: baseUrl, apiKey: 'none', ...options })('bench')
  const toolsOf = (count, onCall) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        toolName(index),
        tool({
          description: toolDescription(index),
          inputSchema: jsonSchema(parametersOf(index, count)),
          execute: async (args) => {
            onCall?.()
            return work(args)
          },
        }),
      ]),
    )
  const settings = { model, prompt: 'Look the records up.', stopWhen: stepCountIs(50) }
  const delegateTo = (level) => ({
    delegate: tool({
      description: 'Hands a part to a helper.',
      inputSchema: jsonSchema(parametersOf(0, 1)),
      execute: () => nested(level),
    }),
  })
  const levels = Array.from({ length: DEPTH }, (_, level) => (level < DEPTH - 1 ? delegateTo(level + 1) : toolsOf(1)))
  const nested = async (level) =>
    (await generateText({ ...settings, system: instructions('nested', level), tools: levels[level] })).text

  return {
    prepare(workload, onCall) {
      if (workload === 'nested') return () => nested(0)
      const { tools, stream } = SHAPES[workload]
      const all = { ...settings, system: instructions(workload), tools: toolsOf(tools, onCall) }
      if (!stream) return async () => (await generateText(all)).text
      return async () => {
        const result = streamText(all)
        await result.consumeStream()
        return await result.text
      }
    },
  }
}
