// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { menuStore } from './menu-store.ts'
import { Menus } from './Menus.tsx'
import './ContextMenu.tsx'

it('leaves the focus where a person put it after the menu closed', async () => {
  const form = await drawForm(
    <>
      <button type="button">opener</button>
      <button type="button">next</button>
      <Menus />
    </>,
  )
  const hand = { at: { x: 5, y: 5 }, place: { x: 5, y: 5 } }
  const openAndClose = async (): Promise<void> => {
    form.button('opener').focus()
    await act(async () => menuStore.setState({ open: { kind: 'canvas', hand } }))
    await act(async () => expect(document.querySelector('[role="menu"]')).not.toBeNull())
    act(() => menuStore.setState({ open: null }))
  }
  const later = () => act(async () => new Promise<void>((resolve) => void setTimeout(resolve, 1)))

  await openAndClose()
  await later()
  expect(document.activeElement).toBe(form.button('opener'))

  await openAndClose()
  form.button('next').focus()
  await later()
  expect(document.activeElement).toBe(form.button('next'))
})
