// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { takeFirstKeys } from './first-keys.ts'

it('keeps the keys pressed before the commands load, but none that were answered where they were pressed', () => {
  const press = (key: string): void => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
  document.body.addEventListener('keydown', (event) => event.key === 'ArrowDown' && event.preventDefault())
  for (const key of ['n', 'ArrowDown', 'r']) press(key)
  expect(takeFirstKeys().map(({ key }) => key)).toEqual(['n', 'r'])
})
