// @vitest-environment happy-dom
import { createTraceLog, type TraceLog } from '@ensemble/core/trace'
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { CREATED, started, traceOf, type Fact } from '../../../../../packages/core/src/trace/test-trace.ts'
import { t } from '../../platform/i18n/run.ts'
import { placeStore } from '../../platform/session/location.ts'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { CLOSED, runStore } from '../open/run-view.ts'
import { SimulatedLine } from './SimulatedLine.tsx'

const DONE: Fact = { type: 'run.completed', span: '', data: { output: {}, usage: {} } }
const CODE: Fact = {
  type: 'call.started',
  span: 'request/0/call/0',
  data: { call: 'c', mode: 'explicit', attempt: 1, inputs: '', resolved: {} },
}
const show = async (log: TraceLog, status: 'running' | 'completed') => {
  runStore.setState({ runId: 'r', log, status })
  return drawForm(<SimulatedLine />)
}
afterEach(() => runStore.setState({ ...CLOSED, tabs: [] }))

it('says over every view that a made-up answer is one, and leads to the models', async () => {
  const form = await show(traceOf([CREATED, started('request/0'), DONE]), 'completed')
  expect(form.box.textContent).toContain(t('result.simulatedAnswer'))
  await act(async () => form.button(t('result.chooseModel')).click())
  expect(placeStore.getState().page).toBe('settings')
})

it('says nothing while the run continues, where code did the work, or where a real model answered', async () => {
  const logs = [
    [traceOf([CREATED, started('request/0')]), 'running'],
    [traceOf([CREATED, started('request/0'), CODE, DONE]), 'completed'],
    [traceOf([CREATED, started('request/0', { model: 'real' }), DONE]), 'completed'],
    [createTraceLog(), 'running'],
  ] as const
  for (const [log, status] of logs) expect((await show(log, status)).box.textContent).toBe('')
})
