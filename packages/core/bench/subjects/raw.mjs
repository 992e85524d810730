// The loop without a framework: JSON in, JSON out, no check of anything. `post` sends a body to the endpoint; it resolves to the answer, or
// to its chunks.
import { DEPTH, SHAPES, instructions, parametersOf, toolDescription, toolName, work } from '../workloads.mjs'

const functionOf = (name, description, parameters) => ({
  type: 'function',
  function: { name, description, parameters },
})

const toolsOf = (count) =>
  Array.from({ length: count }, (_, index) =>
    functionOf(toolName(index), toolDescription(index), parametersOf(index, count)),
  )

/** Puts the pieces of a streamed answer together. */
async function readStream(chunks, onCall) {
  const message = { role: 'assistant', content: '', tool_calls: [] }
  const finish = (index) => {
    const call = message.tool_calls[index]
    if (call !== undefined) onCall?.(call)
  }
  for await (const chunk of chunks) {
    const [choice] = chunk.choices
    if (choice === undefined) continue
    if (typeof choice.delta.content === 'string') message.content += choice.delta.content
    for (const part of choice.delta.tool_calls ?? []) {
      const known = message.tool_calls[part.index]
      if (known === undefined) {
        finish(part.index - 1)
        message.tool_calls[part.index] = { id: part.id, type: 'function', function: { ...part.function } }
      } else known.function.arguments += part.function.arguments
    }
    if (choice.finish_reason != null) finish(message.tool_calls.length - 1)
  }
  if (message.tool_calls.length === 0) delete message.tool_calls
  return message
}

export const createRaw = (post) => {
  async function loop({ system, tools, stream, execute, onCall }) {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: 'Look the records up.' },
    ]
    for (;;) {
      const answer = await post({ model: 'bench', messages, tools, ...(stream && { stream: true }) })
      const message = stream ? await readStream(answer, onCall) : answer.choices[0].message
      messages.push(message)
      if (message.tool_calls === undefined) return message.content
      const results = await Promise.all(
        message.tool_calls.map((call) => execute(call.function.name, JSON.parse(call.function.arguments))),
      )
      for (const [index, call] of message.tool_calls.entries())
        messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(results[index]) })
    }
  }
  const delegate = [functionOf('delegate', 'Hands a part to a helper.', parametersOf(0, 1))]
  const leaf = toolsOf(1)
  const nested = (level) =>
    loop({
      system: instructions('nested', level),
      tools: level < DEPTH - 1 ? delegate : leaf,
      execute: async (_, args) => (level < DEPTH - 1 ? await nested(level + 1) : work(args)),
    })
  return {
    prepare(workload, onCall) {
      if (workload === 'nested') return () => nested(0)
      const { tools, stream } = SHAPES[workload]
      const functions = toolsOf(tools)
      return () =>
        loop({
          system: instructions(workload),
          tools: functions,
          stream,
          execute: async (_, args) => work(args),
          onCall,
        })
    },
  }
}

/** The chunks of an answer whose body comes in pieces. */
export async function* chunksOf(pieces) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: {')) yield JSON.parse(line.slice(6))
  }
}
