import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { onAbort } from './on-abort.ts'

test('a hundred parts of a Run wait for its end through one listener', () => {
  const controller = new AbortController()
  const listen = vi.spyOn(controller.signal, 'addEventListener')
  let told = 0
  const takeBack = Array.from({ length: 100 }, () => onAbort(controller.signal, () => told++))
  for (const leave of takeBack.slice(0, 40)) leave()
  controller.abort()
  controller.abort()
  expect(listen).toHaveBeenCalledTimes(1)
  expect(told).toBe(60)
})

test('what no longer waits for it is held by nothing, the first that did included', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { signal } = new AbortController()
  const waited = Array.from({ length: 3 }, () => {
    const part = { act: (): void => {} }
    onAbort(signal, () => part.act())()
    return new WeakRef(part)
  })
  // A WeakRef holds until the turn of the host is over.
  await new Promise((resolve) => setTimeout(resolve))
  collect()
  expect(waited.map((part) => part.deref())).toEqual([undefined, undefined, undefined])
  expect(signal.aborted).toBe(false)
})
