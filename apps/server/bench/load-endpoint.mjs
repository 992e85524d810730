// A fake endpoint in its own process: three Calls, then the answer, each after a model's latency. It keeps nothing.
import { createServer } from 'node:http'

const LATENCY_MS = 50
/** Answers with a Call before the last answer. */
const CALLS = 3

/** By functions where the request has some, otherwise in the shape of its response format. */
const answerTo = ({ messages, tools }) => {
  const asked = messages.filter(({ role }) => role === 'assistant').length
  const name = JSON.stringify(messages).includes('bench:approve') ? 'approve' : 'lookup'
  const parameters = { query: `record ${asked}` }
  const isLast = asked >= CALLS
  if (tools === undefined)
    return {
      content: JSON.stringify(
        isLast ? { calls: [], output: { found: CALLS } } : { calls: [{ _tool: name, ...parameters }], output: null },
      ),
    }
  if (isLast) return { content: JSON.stringify({ found: CALLS }) }
  const call = { id: `call_${asked}`, type: 'function', function: { name, arguments: JSON.stringify(parameters) } }
  return { content: null, tool_calls: [call] }
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  const message = { role: 'assistant', ...answerTo(body) }
  const finish = message.tool_calls === undefined ? 'stop' : 'tool_calls'
  const envelope = { id: 'chatcmpl-1', created: 1, model: 'bench' }
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
  setTimeout(() => {
    if (body.stream !== true) {
      response.writeHead(200, { 'content-type': 'application/json' })
      const choices = [{ index: 0, finish_reason: finish, message }]
      return response.end(JSON.stringify({ ...envelope, object: 'chat.completion', choices, usage }))
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const calls = message.tool_calls?.map((call, index) => ({ index, ...call }))
    const chunk = (choices, more = {}) =>
      `data: ${JSON.stringify({ ...envelope, object: 'chat.completion.chunk', choices, ...more })}\n\n`
    const delta = { ...message, ...(calls !== undefined && { tool_calls: calls }) }
    response.end(
      `${chunk([{ index: 0, delta, finish_reason: null }])}${chunk([{ index: 0, delta: {}, finish_reason: finish }])}` +
        `${chunk([], { usage })}data: [DONE]\n\n`,
    )
  }, LATENCY_MS)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
