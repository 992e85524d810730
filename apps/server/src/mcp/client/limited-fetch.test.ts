import { describe, expect, it } from 'vitest'
import { LargeValues } from './large-events.ts'
import { createLimitedFetch } from './limited-fetch.ts'
import { LONGEST_MESSAGE } from './message-limits.ts'
import { openTransport } from './open-transport.ts'

const encoder = new TextEncoder()
const options = { values: new LargeValues(), onError: () => undefined }
/** The length of the text that gets through from such pieces, in characters. */
const lengthThrough = async (pieces: readonly string[], type: string): Promise<number> => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
  const answer = new Response(body, { headers: { 'content-type': type } })
  const response = await createLimitedFetch(async () => answer, options)('http://127.0.0.1/mcp')
  return (await response.text()).length
}
const EVENTS = 'text/event-stream; charset=utf-8'
const MEGABYTE = 'x'.repeat(1024 * 1024)
const ALL = LONGEST_MESSAGE / MEGABYTE.length

describe('an answer of an MCP server', () => {
  it('may be ten megabytes long and not a byte longer', async () => {
    const longest = Array.from({ length: ALL }, () => MEGABYTE)
    expect(await lengthThrough(longest, 'application/json')).toBe(LONGEST_MESSAGE)
    await expect(lengthThrough([...longest, 'x'], 'application/json')).rejects.toThrow('too long')
    // The sign that ends an event means nothing in other answers.
    await expect(lengthThrough([...longest, '\n\n', 'x'], 'application/json')).rejects.toThrow('too long')
  })

  it.each([
    ['as they are written', ['\n\n']],
    ['with the line breaks of Windows', ['\r\n\r\n']],
    ['cut between their line breaks', ['\n', '\n']],
    ['cut between those of Windows', ['\r\n', '\r\n']],
    ['cut in the middle of one of these', ['\r\n\r', '\n']],
    ['cut before every byte', ['\r', '\n', '\r', '\n']],
  ])('that is a stream of events may be as long as it likes, %s: each event counts alone', async (_how, end) => {
    const event = [`data: {"method":"${MEGABYTE.slice(100)}"}`, ...end]
    const many = Array.from({ length: 2 * ALL }, () => event).flat()
    await expect(lengthThrough(many, EVENTS)).resolves.toBeGreaterThan(LONGEST_MESSAGE)
  })

  it('ends at an event that is longer than ten megabytes', async () => {
    const long = Array.from({ length: ALL }, () => MEGABYTE)
    await expect(lengthThrough(['data: x\n\n', ...long, '\n', 'x'], EVENTS)).rejects.toThrow('too long')
  })

  it('without a body passes as it is', async () => {
    const answer = new Response(null, { status: 202 })
    expect(await createLimitedFetch(async () => answer, options)('http://127.0.0.1/mcp')).toBe(answer)
  })

  it('that is large is read as JSON in many turns of the event loop, and is the same', async () => {
    const message = { values: Array.from({ length: 100_000 }, (_, n) => ({ [`name ${n}`]: n })) }
    const answer = new Response(JSON.stringify(message), { headers: { 'content-type': 'application/json' } })
    const response = await createLimitedFetch(async () => answer, options)('http://127.0.0.1/mcp')
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    expect(await response.json()).toEqual(message)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(10)
    const broken = new Response(`[${'x'.repeat(100_000)}`)
    const refused = await createLimitedFetch(async () => broken, options)('http://127.0.0.1/mcp')
    await expect(refused.json()).rejects.toThrow('A message could not be read')
  })

  it.each([
    ['in one line', (text: string) => `id: 7\nevent: message\ndata: ${text}\n\n`],
    ['in many lines of Windows', (text: string) => `data:${text.replaceAll(',', ',\r\ndata:')}\r\n\r\n`],
  ])('that is a large event, %s, is read in many turns and arrives whole', async (_how, toEvent) => {
    const values = Array.from({ length: 60_000 }, (_, n) => ({ [`имя ${n}`]: n }))
    const messages = [
      { jsonrpc: '2.0', method: 'notifications/large', params: { values } },
      { jsonrpc: '2.0', id: 1, error: { code: 5, message: 'Large', data: { values } } },
      { jsonrpc: '2.0', id: 1, result: { values } },
    ]
    const bytes = encoder.encode(messages.map((message) => toEvent(JSON.stringify(message))).join(''))
    const { transport } = await openTransport(
      'large',
      { type: 'http', url: 'http://127.0.0.1/mcp', headers: {}, disabled: false, startTimeoutMs: 1000 },
      {
        root: '/',
        secret: () => undefined,
        onStderr: () => undefined,
        fetch: async () =>
          new Response(
            new ReadableStream<Uint8Array>({
              start(controller) {
                for (let at = 0; at < bytes.length; at += 50_000) controller.enqueue(bytes.slice(at, at + 50_000))
                controller.close()
              },
            }),
            { headers: { 'content-type': 'text/event-stream' } },
          ),
      },
    )
    const heard: unknown[] = []
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    const all = new Promise<void>((resolve, reject) => {
      transport.onmessage = (message) => void (heard.push(message) === messages.length && resolve())
      transport.onerror = reject
    })
    await transport.start()
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'tools/call' })
    await all
    clearInterval(timer)
    await transport.close()
    expect(heard).toEqual(messages)
    expect(turns).toBeGreaterThan(30)
  })
})
