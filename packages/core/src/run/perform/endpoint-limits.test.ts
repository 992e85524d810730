import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createOpenAiModel } from '../../model/openai.ts'
import type { Model } from '../../model/model.ts'
import { createExecutor } from '../operate/executor.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { listenOnLoopback } from '../../../testing/loopback.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

// The manual clock may run for as long as the endpoints' real answers take.
const ideas = { say: { context: [{ type: 'text', text: 'Say it.' }], config: { limits: { wallMs: 1e12 } } } }
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const answer = (response: ServerResponse, text: string): void => {
  const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }]
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices }))
}
const refuse = (response: ServerResponse, status: number, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error: { message: `It said ${status}` } }))
}

/** Two endpoints, the first of which answers as `first` says; a clock that moves when nothing else does. */
const world = async (first: (response: ServerResponse) => unknown, idleMs?: number) => {
  const asked: string[] = []
  const main = await listenOnLoopback((request, response) => {
    request.resume()
    asked.push('main')
    first(response)
  })
  const backup = await listenOnLoopback((request, response) => {
    request.resume()
    asked.push('backup')
    answer(response, 'from the backup')
  })
  const clock = createManualClock()
  const test = createTestWorld({ ideas, script: () => '' })
  const open = (name: string): Model => ({
    ...createOpenAiModel({
      name: `${name}/m`,
      slots: name,
      baseUrl: `${name === 'main' ? main.origin : backup.origin}/v1`,
      ...(name === 'main' && idleMs !== undefined && { idleMs }),
    }),
    ...(name === 'main' && { fallback: ['backup/m'] }),
  })
  const models = { main: open('main'), backup: open('backup') }
  const deps = { ...test.deps, clock, models: (name = 'main/m') => (name === 'main/m' ? models.main : models.backup) }
  const close = async (): Promise<void> => {
    await main[Symbol.asyncDispose]()
    await backup[Symbol.asyncDispose]()
  }
  return { ...test, deps, clock, asked, close }
}

describe('An endpoint on the wire', () => {
  test.each<[string, string, number, (response: ServerResponse) => unknown, number?]>([
    ['answers 429', 'model.rateLimited', 0, (response) => refuse(response, 429, { 'retry-after': '20' })],
    ['answers 500', 'model.status', 1, (response) => refuse(response, 500)],
    ['is a proxy that answers 503', 'model.status', 1, (response) => refuse(response, 503)],
    ['breaks the connection', 'model.unreachable', 1, (response) => response.destroy()],
    ['never answers', 'model.stalled', 0, () => undefined, 50],
  ])('that %s is replaced by its fallback; a replay asks neither', async (_, code, retries, first, idleMs) => {
    const { deps, clock, asked, journal, close } = await world(first, idleMs)
    const executor = createExecutor(deps)
    const { id } = await executor.start({ idea: 'say' })
    let isOver = false
    const settled = executor.settled(id).finally(() => (isOver = true))
    while (!isOver) {
      clock.advance(100)
      await turns(1)
    }
    const run = await settled
    expect(run).toMatchObject({ status: 'completed', output: 'from the backup' })
    const events = await journal.read(id, { hydrate: true })
    expect(events.flatMap(({ type, data }) => (type === 'request.started' ? [data.model] : []))).toEqual([
      'main/m',
      'backup/m',
    ])
    expect(events.find(({ type }) => type === 'request.failed')?.data).toMatchObject({ code })
    expect(events.filter(({ type }) => type === 'request.retried')).toHaveLength(retries)
    const times = asked.length
    await close()
    expect(await executor.replay(id)).toEqual({ identical: true })
    expect(asked).toHaveLength(times)
  })

  test('with a limit of 6 requests a minute gets 20 questions in four minutes, and who waits sees how many are ahead', async () => {
    const { deps, clock, asked, journal, close } = await world((response) => answer(response, 'said'))
    const queued: unknown[] = []
    journal.isTailed = () => true
    journal.publish = (event) => {
      if (event.type === 'request.queued') queued.push(event.data)
    }
    const executor = createExecutor({ ...deps, concurrency: () => 4, rate: () => ({ requestsPerMinute: 6 }) })
    const runs = await Promise.all(Array.from({ length: 20 }, () => executor.start({ idea: 'say' })))
    const ended = new Set<string>()
    for (const { id } of runs) void executor.settled(id).then(() => ended.add(id))
    for (const total of [6, 12, 18, 20]) {
      while (ended.size < total) await turns(1)
      // A question beyond the limit would be there by then.
      await turns(100)
      expect(asked).toHaveLength(total)
      clock.advance(60_000)
    }
    expect(queued).toContainEqual({ endpoint: 'main', before: 0, by: 'requests' })
    expect(queued).toContainEqual({ endpoint: 'main', before: 13, by: 'requests' })
    expect(queued.at(-1)).toEqual({ endpoint: 'main' })
    await close()
    const waits: number[] = []
    for (const { id } of runs) {
      for (const event of await journal.read(id, { hydrate: true }))
        if (event.type === 'request.completed') waits.push(event.data.queueMs)
      expect(await executor.replay(id)).toEqual({ identical: true })
    }
    const of = (ms: number): number => waits.filter((wait) => wait === ms).length
    expect([of(0), of(60_000), of(120_000), of(180_000)]).toEqual([6, 6, 6, 2])
  })
})
