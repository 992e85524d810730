// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const look = (hidden: boolean): void => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

/** A page's callbacks; its state is its module's, so each test has its own. */
const watch = async () => {
  vi.resetModules()
  const { inOneTab, onBack, onLeft, takePlace, untilBack } = await import('./page-life.ts')
  const told: string[] = []
  onLeft((why) => void told.push(why))
  onBack(() => void told.push('back'))
  return { told, untilBack, inOneTab, takePlace }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a page is left when it is hidden for a while, not for a glance at another tab', async () => {
  const { told } = await watch()
  look(true)
  vi.advanceTimersByTime(1000)
  look(false)
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([])
  look(true)
  vi.advanceTimersByTime(6000)
  look(false)
  expect(told).toEqual(['hidden', 'back'])
})

test('a page that the browser keeps for the way back is gone until it is shown', async () => {
  const { told, untilBack } = await watch()
  dispatchEvent(new Event('pagehide'))
  const back = untilBack().then(() => told.push('resolved'))
  expect(told).toEqual(['gone'])
  dispatchEvent(new Event('pageshow'))
  await back
  expect(told).toEqual(['gone', 'back', 'resolved'])
})

test('one of all tabs acts; without locks each does', async () => {
  const { inOneTab } = await watch()
  const act = vi.fn()
  vi.stubGlobal('navigator', {})
  await inOneTab('tells', Promise.resolve(), act)
  expect(act).toHaveBeenCalledOnce()
  const refused = { request: () => Promise.reject(new DOMException('aborted', 'AbortError')) }
  vi.stubGlobal('navigator', { locks: refused })
  await inOneTab('tells', Promise.resolve(), act)
  expect(act).toHaveBeenCalledOnce()
})

test('places that windows share are taken one by one; where none is free there is none until one is given back', async () => {
  const held = new Set<string>()
  const request = async (name: string, _options: LockOptions, act: (lock: object | null) => unknown) => {
    if (held.has(name)) return act(null)
    held.add(name)
    await act({})
    held.delete(name)
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const { takePlace } = await watch()
  const first = await takePlace('stream', 2)
  const second = await takePlace('stream', 2)
  expect([typeof first, typeof second, await takePlace('stream', 2)]).toEqual(['function', 'function', null])
  first?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(typeof (await takePlace('stream', 2))).toBe('function')
})
