// A fake endpoint that speaks Chat Completions: what it answers follows from the request alone, so it keeps nothing.
import { createServer } from 'node:http'
import { DEPTH, LONG_TEXT, SHAPES } from './workloads.mjs'

const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
const textOf = (content) =>
  typeof content === 'string' ? content : Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : ''

/** The workload's marker, the level of a nested conversation, and how many answers it had already. */
const placeOf = (messages) => {
  const marker = /bench:(\w+)(?::(\d))?/.exec(messages.map((each) => textOf(each.content)).join('\n'))
  if (marker === null) throw new Error('The request has no bench: marker.')
  const answered = messages.filter((each) => each.role === 'assistant').length
  return { workload: marker[1], level: marker[2] === undefined ? undefined : Number(marker[2]), answered }
}

const callsOf = ({ workload, level, answered }) => {
  const shape = SHAPES[workload]
  if (answered >= shape.turns) return []
  const name = workload === 'nested' && level < DEPTH - 1 ? 'delegate' : 'lookup'
  const query = shape.stream ? LONG_TEXT : 'records of the day'
  return Array.from({ length: shape.calls }, (_, index) => ({
    id: `call_${answered}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify({ id: answered * 1000 + index, query }) },
  }))
}

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
let answers = 0
/** A new id each time: some clients take two messages of one id for the same. */
const envelopeOf = () => ({ id: `chatcmpl-${++answers}`, created: 1_700_000_000, model: 'bench' })

const whole = (calls) => ({
  ...envelopeOf(),
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      message: {
        role: 'assistant',
        content: calls.length > 0 ? null : 'done',
        ...(calls.length > 0 && { tool_calls: calls }),
      },
    },
  ],
  usage,
})

/** The pieces of a streamed answer; arguments come in `size` characters at a time. */
function* pieces(calls, size) {
  const envelope = envelopeOf()
  const piece = (delta, finish = null) => ({
    ...envelope,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  yield piece({ role: 'assistant', content: calls.length > 0 ? null : 'done' })
  for (const [index, call] of calls.entries()) {
    const text = call.function.arguments
    yield piece({
      tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.function.name, arguments: '' } }],
    })
    for (let at = 0; at < text.length; at += size)
      yield piece({ tool_calls: [{ index, function: { arguments: text.slice(at, at + size) } }] })
  }
  yield piece({}, calls.length > 0 ? 'tool_calls' : 'stop')
  yield { ...envelope, object: 'chat.completion.chunk', choices: [], usage }
}

async function stream(response, workload, calls) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  // Where a workload is not about streaming, a client that streams anyway gets each Call in one piece.
  const size = SHAPES[workload].stream ? 12 : Number.MAX_SAFE_INTEGER
  const paced = workload === 'firstCall'
  let gathered = ''
  for (const piece of pieces(calls, size)) {
    const line = `data: ${JSON.stringify(piece)}\n\n`
    if (paced) {
      response.write(line)
      await sleep(2)
    } else if (SHAPES[workload].stream) {
      response.write(line)
    } else gathered += line
  }
  response.end(`${gathered}data: [DONE]\n\n`)
}

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    try {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      const place = placeOf(body.messages)
      const calls = callsOf(place)
      const { latencyMs } = SHAPES[place.workload]
      if (latencyMs > 0) await sleep(latencyMs)
      if (body.stream === true) return await stream(response, place.workload, calls)
      const text = JSON.stringify(whole(calls))
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text)
    } catch (error) {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: String(error) } }))
    }
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
