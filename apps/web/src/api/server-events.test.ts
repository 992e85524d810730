// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Absence } from './page-life.ts'
import { createServerEvents } from './server-events.ts'

const sources: Source[] = []
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
const open = (): number => sources.filter(({ closed }) => !closed).length

/** A page that is left and seen again by hand. */
const start = () => {
  let leave: (why: Absence) => void = () => undefined
  let comeBack: () => void = () => undefined
  const turns: (() => void)[] = []
  const told: string[] = []
  const events = createServerEvents({
    onLeft: (listener) => ((leave = listener), () => true),
    onBack: (listener) => ((comeBack = listener), () => true),
    untilBack: () => Promise.resolve(),
    inOneTab: async (_name, _until, act) => void turns.push(act),
  })
  events.onConnection((connection) => void told.push(connection))
  events.start()
  return { leave: (why: Absence) => leave(why), comeBack: () => comeBack(), turns, told }
}

beforeEach(() => {
  sources.length = 0
  vi.stubGlobal('EventSource', Source)
})
afterEach(() => vi.unstubAllGlobals())

test('a page that nobody sees holds no connection; seen again it listens, and whoever missed something reads it', () => {
  const page = start()
  expect(open()).toBe(1)
  page.leave('hidden')
  expect(open()).toBe(0)
  expect(page.turns).toEqual([])
  page.comeBack()
  expect(open()).toBe(1)
  expect(page.told).toEqual(['resting'])
})

test('of all hidden tabs one listens on where a person wants to be told', () => {
  vi.stubGlobal('Notification', { permission: 'granted' })
  const page = start()
  page.leave('hidden')
  expect(open()).toBe(0)
  page.turns[0]?.()
  expect(open()).toBe(1)
  page.comeBack()
  expect(open()).toBe(1)
  page.leave('gone')
  expect([open(), page.turns.length]).toEqual([0, 1])
})

test('the hidden tab that listens opens its stream again after the server was away; a resting one does not', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('fetch', async () => new Response())
  try {
    const page = start()
    page.leave('hidden')
    const lose = async (): Promise<void> => {
      for (const source of sources) source.dispatchEvent(new Event('error'))
      await vi.advanceTimersByTimeAsync(10_000)
    }
    await lose()
    expect(open()).toBe(0)
    page.turns[0]?.()
    await lose()
    expect(open()).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})
