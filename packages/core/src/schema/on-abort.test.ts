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
