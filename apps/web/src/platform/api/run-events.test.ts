// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { request } from './client.ts'
import { followRun } from './run-events.ts'

vi.mock('./client.ts', { spy: true })

afterEach(() => vi.clearAllMocks())

const EVENT = { seq: 1, at: '2026-11-22T00:00:00.000Z', type: 'run.cancelled', span: '', data: { by: 'море' } }
const STREAM = `: keep-alive\n\nid: 1\ndata: ${JSON.stringify([EVENT])}\n\nevent: end\ndata:\n\n`

/** The stream in pieces of `size` bytes, some of which cut a letter in two. */
const inPieces = (size: number): Response => {
  const bytes = new TextEncoder().encode(STREAM)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
  return new Response(body)
}

it.each([1, 7, 1000])('reads a Run to its end when the stream comes in pieces of %i bytes', async (size) => {
  vi.mocked(request).mockResolvedValue(inPieces(size))
  const seen: unknown[] = []
  await new Promise<void>((ended) => {
    followRun('r1', 0, {
      onEvents: (events) => seen.push(...events),
      onReset: () => undefined,
      onStatus: (status) => status === 'ended' && ended(),
    })
  })
  expect(seen).toEqual([EVENT])
  expect(request).toHaveBeenCalledTimes(1)
})
