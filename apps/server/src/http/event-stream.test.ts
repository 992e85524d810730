import { describe, expect, test, vi } from 'vitest'
import { eventStream } from './event-stream.ts'

const request = (): Request => new Request('http://127.0.0.1/api/runs/r/events')

describe('an event stream', () => {
  test('makes the writer wait for a slow client, and drops one that takes nothing', async () => {
    let written = 0
    let left = false
    const done = new Promise<void>((resolve) => {
      eventStream(
        request(),
        async (send, stop) => {
          while (!stop.aborted) {
            await send({ data: 'x'.repeat(1000) })
            written++
          }
          left = true
          resolve()
        },
        { blockedMs: 20 },
      )
    })
    await done
    expect(left).toBe(true)
    // Memory holds a handful of waiting messages, not all of them.
    expect(written).toBeLessThan(20)
  })

  test('gives a client that reads every message in order', async () => {
    const response = eventStream(request(), async (send) => {
      for (let id = 1; id <= 2000; id++) await send({ id, data: 'x' })
    })
    const ids = [...(await response.text()).matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
    expect(ids).toEqual(Array.from({ length: 2000 }, (_, index) => index + 1))
  })

  test('says something in a silence, so that no proxy closes it', async () => {
    vi.useFakeTimers()
    const response = eventStream(
      request(),
      (_, stop) => new Promise((done) => stop.addEventListener('abort', () => done())),
      {
        keepAliveMs: 1000,
      },
    )
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe(': open\n\n')
    await vi.advanceTimersByTimeAsync(1100)
    expect((await reader?.read())?.value).toBe(': keep-alive\n\n')
    await reader?.cancel()
    vi.useRealTimers()
  })
})
