// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Absence } from '../browser/page-life.ts'
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

/** One of all windows at a time, as a Web Lock has it. */
interface Windows {
  inTurn(act: () => void, until: Promise<void>): Promise<void>
}
const openWindows = (): Windows => {
  let before = Promise.resolve()
  return {
    inTurn: async (act, until) => {
      const mine = before.then(async () => {
        act()
        await until
      })
      before = mine
      await mine
    },
  }
}
/** A window's messages reach the other windows, not itself. */
const channels = new Set<Channel>()
class Channel extends EventTarget {
  constructor() {
    super()
    channels.add(this)
  }
  postMessage(data: unknown): void {
    for (const other of channels) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }))
  }
  close(): void {
    channels.delete(this)
  }
}
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
const newest = (): Source => {
  const source = sources.findLast(({ closed }) => !closed)
  if (source === undefined) throw new Error('No stream is open')
  return source
}

/** A page that is left and seen again by hand; with others it shares what they share. */
const start = (windows?: Windows) => {
  let leave: (why: Absence) => void = () => undefined
  let comeBack: () => void = () => undefined
  const turns: (() => void)[] = []
  const told: string[] = []
  const events = createServerEvents({
    onLeft: (listener) => ((leave = listener), () => true),
    onBack: (listener) => ((comeBack = listener), () => true),
    untilBack: () => Promise.resolve(),
    canShare: () => windows !== undefined,
    inOneTab: async (name, until, act) => {
      if (name === 'ensemble.tells') turns.push(act)
      else if (windows === undefined) act()
      else await windows.inTurn(act, until)
    },
  })
  const heard: string[] = []
  events.onEvent(({ type }) => void heard.push(type))
  events.onConnection((connection) => void told.push(connection))
  events.start()
  return { leave: (why: Absence) => leave(why), comeBack: () => comeBack(), turns, told, heard }
}

beforeEach(() => {
  sources.length = 0
  channels.clear()
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('EventSource', Source)
})
afterEach(() => vi.unstubAllGlobals())

test('a hidden page holds no connection; visible again it listens, and reloads missed changes', () => {
  const page = start()
  expect(open()).toBe(1)
  page.leave('hidden')
  expect(open()).toBe(0)
  expect(page.turns).toEqual([])
  page.comeBack()
  expect(open()).toBe(1)
  expect(page.told).toEqual(['resting'])
})

test('of all hidden tabs one listens if a person wants notices', () => {
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

test('of all windows one holds the stream and tells the others, one that comes later too', async () => {
  const windows = openWindows()
  const first = start(windows)
  await settled()
  newest().dispatchEvent(new Event('open'))
  const second = start(windows)
  await settled()
  newest().dispatchEvent(new MessageEvent('message', { data: '[{"type":"file.changed"}]' }))
  expect(open()).toBe(1)
  expect([first.heard, second.heard]).toEqual([['file.changed'], ['file.changed']])
  expect(second.told).toEqual(['connected'])
})

test('when the window that holds the stream closes another takes it, and reads missed changes', async () => {
  const windows = openWindows()
  const first = start(windows)
  await settled()
  newest().dispatchEvent(new Event('open'))
  const second = start(windows)
  const third = start(windows)
  await settled()
  first.leave('gone')
  await settled()
  newest().dispatchEvent(new Event('open'))
  newest().dispatchEvent(new MessageEvent('message', { data: '{"type":"run.removed"}' }))
  expect(open()).toBe(1)
  expect([second.told.slice(-2), third.told.slice(-2)]).toEqual([
    ['resting', 'connected'],
    ['resting', 'connected'],
  ])
  expect([first.heard, second.heard, third.heard]).toEqual([[], ['run.removed'], ['run.removed']])
})
