// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { CLOSED, runStore } from '../open/run-view.ts'
import { selectSpan } from '../open/run.ts'
import type { TraceRow } from './rows.ts'
import { RowList } from './RowList.tsx'

const rowsOf = (count: number): readonly TraceRow[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `request/${at}`,
    span: `request/${at}`,
    depth: 0,
    expandable: false,
    expanded: false,
    isAround: false,
  }))

const list = (count: number) => (
  <RowList label="Spans" rows={rowsOf(count)} rowHeight={20} index={-1} newest={count - 1} onKeyDown={() => undefined}>
    {({ id }) => id}
  </RowList>
)

const followButton = (box: HTMLElement): HTMLButtonElement | null =>
  [...box.querySelectorAll('button')].find((each) => each.textContent?.includes('Follow') === true) ?? null

const scrolledTo = vi.fn()

beforeEach(() => {
  scrolledTo.mockReset()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation((...[to]: unknown[]) => void scrolledTo(to))
  runStore.setState({ ...CLOSED, runId: 'run', status: 'running', connection: 'live' })
})
afterEach(() => runStore.setState(CLOSED))

describe("a live Run's lines", () => {
  it('keep the newest span in sight', async () => {
    const { box } = await drawForm(list(50))
    expect(scrolledTo).toHaveBeenLastCalledWith({ top: 50 * 20 })
    expect(followButton(box)).toBeNull()
  })

  it('stay where they are once a person scrolls, until Follow is pressed', async () => {
    const { box, press } = await drawForm(list(50))
    const tree = box.querySelector('[role="tree"]')
    await act(async () => tree?.dispatchEvent(new Event('wheel', { bubbles: true })))
    expect(runStore.getState().trace.isFollowing).toBe(false)
    scrolledTo.mockReset()
    await press('Follow')
    expect(scrolledTo).toHaveBeenLastCalledWith({ top: 50 * 20 })
    expect(followButton(box)).toBeNull()
  })

  it('stay where they are while a span is selected or an earlier instant is shown', async () => {
    const { box, press } = await drawForm(list(50))
    await act(async () => selectSpan('request/3'))
    expect(followButton(box)).not.toBeNull()
    await press('Follow')
    expect(runStore.getState().selectedSpan).toBeNull()
    await act(async () => runStore.setState({ cursor: 4 }))
    expect(followButton(box)).not.toBeNull()
  })

  it('do not move by themselves once the Run has ended', async () => {
    runStore.setState({ status: 'completed', connection: 'ended' })
    const { box } = await drawForm(list(50))
    expect(scrolledTo).not.toHaveBeenCalled()
    expect(followButton(box)).toBeNull()
  })
})
