// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { INITIAL_SESSION, sessionStore } from '../../platform/session/session.ts'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { Explorer } from './Explorer.tsx'

it('an Activity can be dragged as soon as it is listed', async () => {
  sessionStore.setState({
    ...INITIAL_SESSION,
    phase: 'open',
    surroundings: { ...INITIAL_SESSION.surroundings, activities: ['mixSong'] },
  })
  onTestFinished(() => act(async () => sessionStore.setState(INITIAL_SESSION)))
  const form = await drawForm(<Explorer />)
  const carried: string[] = []
  const dataTransfer = { setData: (type: string, text: string) => carried.push(type, text), effectAllowed: 'none' }
  const begin = Object.assign(new Event('dragstart', { bubbles: true }), { dataTransfer })
  act(() => void form.button('mixSong').dispatchEvent(begin))
  expect(carried).toEqual(['text/plain', 'mixSong'])
  expect(dataTransfer.effectAllowed).toBe('copy')

  const pane = form.box.appendChild(document.createElement('div'))
  pane.className = 'react-flow__pane'
  const over = new Event('dragover', { bubbles: true, cancelable: true })
  pane.dispatchEvent(Object.assign(over, { dataTransfer: null }))
  expect(over.defaultPrevented).toBe(true)
  document.dispatchEvent(new Event('dragend'))
})
