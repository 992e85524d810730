import { describe, expect, it } from 'vitest'
import { followIdeas } from './follow-ideas.ts'

const changed = (...files: readonly string[]): string =>
  `id: 1\ndata: ${JSON.stringify(files.map((file) => ({ type: 'file.changed', file })))}\n\n`

/** How often a stream that comes in such pieces tells of an Idea. */
const told = async (pieces: readonly string[]): Promise<number> => {
  let changes = 0
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  const api = { stream: async () => new Response(body) }
  await followIdeas(api, new AbortController().signal, () => changes++)
  return changes
}

describe('the tools of an MCP client', () => {
  it('are others when an Idea is written, once for each message that says so', async () => {
    expect(await told([changed('ideas/a.json')])).toBe(1)
    expect(await told([changed('ideas/a.json', 'ideas/b.json')])).toBe(1)
    expect(await told([changed('tools/a.json', 'ideas/b.json'), changed('ideas/a.json')])).toBe(2)
  })

  it('are the same when anything else is', async () => {
    expect(await told([changed('tools/a.json', 'mcp.json')])).toBe(0)
    expect(await told(['data: [{"type":"run.changed","file":"ideas/a.json"}]\n\n'])).toBe(0)
    expect(await told(['data: [{"type":"file.changed"}, null]\n\n', 'data: {}\n\n', ': ping\n\n'])).toBe(0)
  })

  it('are others wherever the messages are cut', async () => {
    const text = changed('ideas/a.json') + changed('tools/a.json') + changed('ideas/b.json')
    for (let at = 1; at < text.length; at += 5) expect(await told([text.slice(0, at), text.slice(at)])).toBe(2)
    expect(await told([...text])).toBe(2)
  })

  it('are followed until the client leaves, or the server does', async () => {
    const leaving = new AbortController()
    let isCancelled = false
    const endless = new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) })
    const api = { stream: async () => new Response(endless) }
    const following = followIdeas(api, leaving.signal, () => undefined)
    leaving.abort()
    await following
    await expect.poll(() => isCancelled).toBe(true)
    const away = { stream: () => Promise.reject(new Error('away')) }
    await expect(followIdeas(away, new AbortController().signal, () => undefined)).resolves.toBeUndefined()
  })
})
