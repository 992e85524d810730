// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createServerEvents } from './server-events.ts'

afterEach(() => vi.unstubAllGlobals())

test('a page that is left holds no connection, and listens again when the way back leads to it', async () => {
  const sources: { closed: boolean }[] = []
  class Source extends EventTarget {
    closed = false
    constructor() {
      super()
      sources.push(this)
    }
    close(): void {
      this.closed = true
    }
  }
  vi.stubGlobal('EventSource', Source)
  const events = createServerEvents()
  const told: string[] = []
  events.onConnection((connection) => void told.push(connection))
  events.start()
  expect(sources.map(({ closed }) => closed)).toEqual([false])
  dispatchEvent(new Event('pagehide'))
  await Promise.resolve()
  expect(sources.map(({ closed }) => closed)).toEqual([true])
  dispatchEvent(new Event('pageshow'))
  await vi.waitFor(() => expect(sources.map(({ closed }) => closed)).toEqual([true, false]))
  // Whoever listens reads again what was missed.
  expect(told).toEqual(['away'])
})
