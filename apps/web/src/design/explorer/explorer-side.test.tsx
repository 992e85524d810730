// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { amendPlace, goTo } from '../../platform/session/location.ts'
import { INITIAL_SESSION, selectNode, sessionStore } from '../../platform/session/session.ts'
import { drawForm, type TestForm } from '../../platform/ui/test-form.tsx'
import { CLOSED, runStore } from '../../runs/open/run-view.ts'
import { ExplorerSide } from './ExplorerSide.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  sessionStore.setState({ ...INITIAL_SESSION, phase: 'open' })
})
afterEach(() => {
  goTo('bench')
  runStore.setState({ ...CLOSED })
  vi.unstubAllGlobals()
})

const isOpen = ({ box }: TestForm): boolean => box.querySelector('nav') !== null
const openIdeas = async (): Promise<TestForm> => {
  const form = await drawForm(<ExplorerSide />)
  form.button('Ideas').focus()
  await form.press('Ideas')
  expect(form.box.querySelector('nav')?.contains(document.activeElement)).toBe(true)
  return form
}
const escape = (form: TestForm) => form.key(document.activeElement ?? document.body, 'Escape')

it('stays open while the address catches up with an earlier selection, and Escape gives the focus back', async () => {
  selectNode('idea:composer')
  const form = await openIdeas()
  await act(async () => amendPlace({ node: 'idea:composer' }))
  expect(isOpen(form)).toBe(true)
  await escape(form)
  expect(isOpen(form)).toBe(false)
  expect(document.activeElement).toBe(form.button('Ideas'))
})

it('closes by Escape also while nothing has the focus, unless a dialog is open', async () => {
  const form = await openIdeas()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  sessionStore.setState({ dialog: { type: 'help' } })
  await escape(form)
  expect(isOpen(form)).toBe(true)
  sessionStore.setState({ dialog: null })
  await escape(form)
  expect(isOpen(form)).toBe(false)
  expect(document.activeElement).toBe(form.button('Ideas'))
})

it.each([
  ['a node', () => selectNode('idea:composer')],
  ['a page', () => goTo('cases')],
  ['a run', () => runStore.setState({ runId: 'one' })],
])('closes after the choice of %s', async (_choice, choose) => {
  const form = await openIdeas()
  await act(async () => choose())
  expect(isOpen(form)).toBe(false)
})
