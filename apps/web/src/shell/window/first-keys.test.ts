// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'

it('keeps the keys pressed before the commands load, but none that were answered where they were pressed', async () => {
  // It listens to the document it is loaded in, which another file's test may have been.
  vi.resetModules()
  const { takeFirstKeys } = await import('./first-keys.ts')
  const press = (key: string): void => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
  document.body.addEventListener('keydown', (event) => event.key === 'ArrowDown' && event.preventDefault())
  for (const key of ['n', 'ArrowDown', 'r']) press(key)
  expect(takeFirstKeys().map(({ key }) => key)).toEqual(['n', 'r'])
})
