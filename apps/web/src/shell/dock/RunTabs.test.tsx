// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { drawForm, type TestForm } from '../../platform/ui/test-form.tsx'
import { runListStore } from '../../runs/open/run-list.ts'
import { runStore } from '../../runs/open/run-view.ts'
import { RunTabs } from './RunTabs.tsx'
import { stubSilentServer } from '../../platform/api/test-silent-server.ts'

const runs = ['one', 'two', 'three']
const tabs = ({ box }: TestForm): HTMLButtonElement[] => [
  ...box.querySelectorAll<HTMLButtonElement>('li > button:first-child'),
]

beforeEach(() => {
  stubSilentServer()
  runListStore.setState({ runs: [] })
  runStore.setState({ tabs: runs, runId: 'two', log: null, status: 'completed' })
})
afterEach(() => runStore.setState({ tabs: [], runId: null, log: null, status: null }))

describe('the tabs of open Runs', () => {
  it('mark the one that is shown', async () => {
    const form = await drawForm(<RunTabs />)
    expect(tabs(form).map((each) => each.getAttribute('aria-current'))).toEqual(['false', 'true', 'false'])
  })

  it('are left out when one Run is open', async () => {
    runStore.setState({ tabs: ['two'] })
    expect((await drawForm(<RunTabs />)).box.innerHTML).toBe('')
  })

  it('open the next one with an arrow, which takes the focus along', async () => {
    const form = await drawForm(<RunTabs />)
    const [, second, third] = tabs(form)
    second?.focus()
    await form.key(second!, 'ArrowRight')
    expect(runStore.getState().runId).toBe('three')
    expect(document.activeElement).toBe(third)
  })

  it('keep the focus among them when Delete closes one', async () => {
    const form = await drawForm(<RunTabs />)
    const [, second, third] = tabs(form)
    second?.focus()
    await form.key(second!, 'Delete')
    expect(runStore.getState().tabs).toEqual(['one', 'three'])
    expect(document.activeElement).toBe(third)
    await form.key(third!, 'Delete')
    expect(runStore.getState().tabs).toEqual(['one'])
  })
})
