// A fake endpoint that speaks Chat Completions: it repeats its script, in pieces of any size.
import { once } from 'node:events'
import { createServer } from 'node:http'

/** @typedef {{ readonly tool: string, readonly parameters: Readonly<Record<string, unknown>> }} SaidCall */
/** @typedef {{ readonly calls?: readonly SaidCall[], readonly output?: unknown }} Answer */
/** @typedef {'at once' | 'not streamed' | number} Pieces a number of characters, or all in one event, or no stream at all */

/** @param {AsyncIterable<Uint8Array>} request */
const readJson = async (request) => {
  let text = ''
  for await (const piece of request) text += String(piece)
  return JSON.parse(text)
}

/** @param {Answer} answer */
const structured = ({ calls = [], output = null }) => ({
  content: JSON.stringify({ calls: calls.map(({ tool, parameters }) => ({ _tool: tool, ...parameters })), output }),
})
/** @param {Answer} answer */
const functions = ({ calls = [], output }) =>
  calls.length === 0
    ? { content: JSON.stringify(output) }
    : {
        content: null,
        tool_calls: calls.map(({ tool, parameters }, index) => ({
          index,
          id: `call_${index}`,
          type: 'function',
          function: { name: tool, arguments: JSON.stringify(parameters) },
        })),
      }

/** @param {string} text @param {number} size */
function* cut(text, size) {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size)
}

/** The message in pieces. @param {ReturnType<typeof functions>} message @param {number} size */
function* deltas({ content, tool_calls: calls = [] }, size) {
  for (const text of cut(content ?? '', size)) yield { content: text }
  for (const { function: named, ...call } of calls)
    for (const [position, text] of [...cut(named.arguments, size)].entries())
      yield {
        tool_calls: [
          position === 0
            ? { ...call, function: { name: named.name, arguments: text } }
            : { index: call.index, function: { arguments: text } },
        ],
      }
}

/** @param {unknown} delta @param {string | null} [finish] */
const event = (delta, finish = null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

/**
 * Answers each Request with what `next` says for the number of answers that the conversation holds.
 * @param {(answered: number) => { answer: Answer, pieces: Pieces }} next
 */
export const startEndpoint = async (next) => {
  const server = createServer(async (request, response) => {
    const body = await readJson(request)
    const answered = body.messages.filter((/** @type {{ role: string }} */ { role }) => role === 'assistant').length
    const { answer, pieces } = next(answered)
    const isStructured = body.response_format?.json_schema?.name === 'solution'
    const message = isStructured ? structured(answer) : functions(answer)
    const finish = 'tool_calls' in message ? 'tool_calls' : 'stop'
    if (pieces === 'not streamed') {
      const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }]
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', choices }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (pieces === 'at once') response.write(event(message))
    else {
      let waiting = ''
      for (const delta of deltas(message, pieces)) {
        waiting += event(delta)
        if (waiting.length < 65_536) continue
        // An answer that comes as fast as it is read.
        if (!response.write(waiting)) await once(response, 'drain')
        waiting = ''
      }
      response.write(waiting)
    }
    response.end(`${event({}, finish)}data: [DONE]\n\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
