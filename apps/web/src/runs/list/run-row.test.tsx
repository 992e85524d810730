// @vitest-environment happy-dom
import type { Run } from '@ensemble/core'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { RunRow } from './RunRow.tsx'

const RUN = {
  id: 'r',
  idea: 'idea://band',
  model: 'simulated',
  status: 'completed',
  startedAt: '2026-11-23T12:00:00.000Z',
  endedAt: '2026-11-23T12:00:01.000Z',
  usage: { requests: 1, calls: 1, inputTokens: 1, outputTokens: 1, cost: null },
} as unknown as Run // as far as a row reads it

it('a row opens its run, except at its controls and while text is chosen', async () => {
  const onPress = vi.fn()
  const onTick = vi.fn()
  const { box } = await drawForm(
    <RunRow
      run={RUN}
      title="a song"
      index={0}
      top={0}
      height={30}
      isChosen={false}
      onPress={onPress}
      onTick={onTick}
      onChange={() => undefined}
      actions={() => <button type="button">Delete</button>}
    />,
  )
  const click = (found: Element | undefined): Promise<void> =>
    act(async () => void found?.dispatchEvent(new MouseEvent('click', { bubbles: true })))
  const cells = [...box.querySelectorAll('[role=cell]')]
  const cell = cells.find(({ textContent }) => textContent === 'simulated')
  await click(cell)
  expect(onPress).toHaveBeenCalledTimes(1)
  await click(box.querySelector('[data-open]') ?? undefined)
  expect(onPress).toHaveBeenCalledTimes(2)
  await click(box.querySelector('input') ?? undefined)
  await click([...box.querySelectorAll('button')].find(({ textContent }) => textContent === 'Delete'))
  expect(onPress).toHaveBeenCalledTimes(2)
  expect(onTick).toHaveBeenCalledTimes(1)
  vi.stubGlobal('getSelection', () => ({ isCollapsed: false }))
  await click(cell)
  expect(onPress).toHaveBeenCalledTimes(2)
})
