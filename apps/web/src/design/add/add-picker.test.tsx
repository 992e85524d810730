// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdKeys } from '../../platform/session/held-keys.ts'
import { answerHeldKeys, keepForDialog } from '../../platform/session/typed-ahead.ts'
import { sessionStore, type Dialog } from '../../platform/session/session.ts'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { AddPicker } from './AddPicker.tsx'
import { take } from './take.ts'

vi.mock('./take.ts', async (load) => ({ ...(await load<object>()), take: vi.fn(async () => undefined) }))

const PICKER: Dialog & { readonly type: 'add' } = { type: 'add', at: { x: 10, y: 10 } }

beforeEach(() => {
  answerHeldKeys(keepForDialog)
  document.addEventListener('keydown', keepForDialog)
})
afterEach(() => {
  document.removeEventListener('keydown', keepForDialog)
  sessionStore.setState({ dialog: null })
})

const press = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

it('gets every key typed between the gesture and its focus, Enter too', async () => {
  let come = (): void => {}
  const code = new Promise<void>((resolve) => (come = resolve))
  const gesture = holdKeys(code.then(() => sessionStore.setState({ dialog: PICKER })))
  press('R')
  press('e')
  come()
  await gesture
  press('d')
  press('Enter')
  await drawForm(<AddPicker request={PICKER} />)
  expect(document.querySelector('input')?.value).toBe('Red')
  await act(async () => vi.waitFor(() => expect(sessionStore.getState().dialog).toBeNull()))
  await vi.waitFor(() =>
    expect(take).toHaveBeenCalledWith(expect.objectContaining({ type: 'newIdea', name: 'Red' }), PICKER),
  )
})

it('gets the keys of before its focus that the window answers only later', async () => {
  sessionStore.setState({ dialog: PICKER })
  await drawForm(<AddPicker request={PICKER} />)
  await act(async () => ['n', 'e', 'w'].forEach(press))
  expect(document.querySelector('input')?.value).toBe('new')
})
