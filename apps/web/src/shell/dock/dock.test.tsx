// @vitest-environment happy-dom
import type { OpenApproval } from '@ensemble/core'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { t } from '../../platform/i18n/run.ts'
import { chooseDockTab, dockStore, goToDockTab, offerDockTab } from '../../platform/session/dock-tab.ts'
import { drawForm, type TestForm } from '../../platform/ui/test-form.tsx'
import { inboxStore } from '../../runs/open/run-approvals.ts'
import { CLOSED, runStore } from '../../runs/open/run-view.ts'
import { Dock } from './Dock.tsx'
import { stubSilentServer } from '../../platform/api/test-silent-server.ts'

const waiting = { run: 'r', callId: 'c', hash: 'h', since: '2026-11-23T00:00:00.000Z' } as unknown as OpenApproval

const closed = (): void => {
  runStore.setState({ ...CLOSED, tabs: [] })
  inboxStore.setState({ waiting: [], chosen: null, decided: null })
  dockStore.setState({ tab: 'timeline', chosen: false, wantsFocus: false })
}
beforeEach(() => {
  stubSilentServer()
  closed()
})
afterEach(closed)

const tabs = ({ box }: TestForm): readonly HTMLElement[] => [...box.querySelectorAll<HTMLElement>('[role=tab]')]
const names = (form: TestForm): readonly (string | undefined)[] => tabs(form).map(({ dataset }) => dataset['dockTab'])
const shown = (form: TestForm): string | undefined =>
  tabs(form).find((tab) => tab.getAttribute('aria-selected') === 'true')?.dataset['dockTab']

describe('the dock', () => {
  it('has a view for everything but what waits, while nothing waits', async () => {
    const form = await drawForm(<Dock />)
    expect(names(form)).toEqual(['timeline', 'tree', 'messages', 'state', 'problems', 'result'])
    await act(async () => inboxStore.setState({ waiting: [waiting] }))
    expect(names(form)).toContain('waiting')
    expect(form.box.querySelector('[data-dock-tab=waiting]')?.textContent).toContain('1')
  })

  it('goes back to the timeline when nothing waits any more, unless a person just decided', async () => {
    inboxStore.setState({ waiting: [waiting] })
    const form = await drawForm(<Dock />)
    await act(async () => chooseDockTab('waiting'))
    await act(async () => inboxStore.setState({ waiting: [], decided: { approval: waiting, decision: 'approve' } }))
    expect(shown(form)).toBe('waiting')
    await act(async () => inboxStore.setState({ decided: null }))
    expect(shown(form)).toBe('timeline')
  })

  it('shows the result of a Run unless a person chose a view for it', async () => {
    const form = await drawForm(<Dock />)
    await act(async () => offerDockTab('result'))
    expect(shown(form)).toBe('result')
    await act(async () => chooseDockTab('tree'))
    await act(async () => offerDockTab('result'))
    expect(shown(form)).toBe('tree')
  })

  it('shows what an opened Run waits for, also after a reload', async () => {
    inboxStore.setState({ waiting: [waiting] })
    runStore.setState({ runId: 'r', status: 'waiting' })
    expect(shown(await drawForm(<Dock />))).toBe('waiting')
  })

  it('keeps the view of an address or an instant when an opened Run waits', async () => {
    inboxStore.setState({ waiting: [waiting] })
    runStore.setState({ runId: 'r', status: 'waiting', cursor: 3 })
    expect(shown(await drawForm(<Dock />))).toBe('timeline')
    runStore.setState({ cursor: null })
    chooseDockTab('tree')
    expect(shown(await drawForm(<Dock />))).toBe('tree')
  })

  it('takes the keyboard to a view that a key asked for, once', async () => {
    const form = await drawForm(<Dock />)
    await act(async () => goToDockTab('messages'))
    expect(document.activeElement).toBe(form.box.querySelector('[data-dock-tab=messages]'))
    expect(dockStore.getState().wantsFocus).toBe(false)
  })

  it('says that no Run is open, and why an open one cannot be read', async () => {
    const form = await drawForm(<Dock />)
    expect(form.box.textContent).not.toContain(t('dock.allRuns'))
    await act(async () => runStore.setState({ runId: 'r', connection: 'failed', problem: 'No such run.' }))
    expect(form.box.textContent).toContain(t('dock.failed', { reason: 'No such run.' }))
    expect(() => form.button(t('dock.allRuns'))).not.toThrow()
  })
})
