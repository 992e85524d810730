import { tool } from '@langchain/core/tools'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { ChatOpenAI } from '@langchain/openai'
import { DEPTH, SHAPES, instructions, parametersOf, toolDescription, toolName, work } from '../workloads.mjs'

/** LangGraph's prebuilt agent, without a checkpointer. */
export const create = (baseUrl) => {
  const llm = new ChatOpenAI({
    model: 'bench',
    apiKey: 'none',
    useResponsesApi: false,
    configuration: { baseURL: baseUrl },
  })
  const toolsOf = (count, onCall) =>
    Array.from({ length: count }, (_, index) =>
      tool(
        async (args) => {
          onCall?.()
          return JSON.stringify(work(args))
        },
        { name: toolName(index), description: toolDescription(index), schema: parametersOf(index, count) },
      ),
    )
  const agentOf = (system, tools) => createReactAgent({ llm, tools, prompt: system })
  const input = { messages: [{ role: 'user', content: 'Look the records up.' }] }
  const ask = async (agent) => (await agent.invoke(input, { recursionLimit: 200 })).messages.at(-1).content
  const askStreaming = async (agent) => {
    let text = ''
    for await (const [message] of await agent.stream(input, { streamMode: 'messages', recursionLimit: 200 }))
      if (message.getType() === 'ai' && typeof message.content === 'string') text += message.content
    return text
  }
  const delegateTo = (level) =>
    tool(async () => await ask(levels[level]), {
      name: 'delegate',
      description: 'Hands a part to a helper.',
      schema: parametersOf(0, 1),
    })
  const levels = Array.from({ length: DEPTH }, (_, level) =>
    agentOf(instructions('nested', level), level < DEPTH - 1 ? [delegateTo(level + 1)] : toolsOf(1)),
  )

  return {
    prepare(workload, onCall) {
      if (workload === 'nested') return () => ask(levels[0])
      const { tools, stream } = SHAPES[workload]
      const agent = agentOf(instructions(workload), toolsOf(tools, onCall))
      return () => (stream ? askStreaming(agent) : ask(agent))
    },
  }
}
