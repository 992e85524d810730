// @vitest-environment happy-dom
import { createTraceLog, type TraceEvent } from '@ensemble/core/trace'
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { useNodeActivity } from './run-activity.ts'
import { CLOSED, runStore } from './run-view.ts'

const START = Date.parse('2026-11-23T00:00:00.000Z')
const CALL = 'request/0/call/0'
const FACTS: readonly (readonly [second: number, type: string, span: string, data: object])[] = [
  [0, 'run.created', '', { idea: 'idea://band', model: 'm', profile: '', input: null, config: {}, limits: {} }],
  [0, 'request.started', 'request/0', { idea: 'idea://band', turn: 0, model: 'm', messages: [], tools: [] }],
  [2, 'request.completed', 'request/0', { raw: '', calls: 1, output: null, usage: {}, ms: 2000 }],
  [2, 'call.proposed', CALL, { call: CALL, tool: 'play', parameters: {}, meta: { _tool: 'play' }, raw: '{}' }],
  [2, 'approval.requested', CALL, { call: CALL, why: 'approval', hash: '' }],
  [2, 'run.waiting', '', { waitingFor: [{ type: 'approval', call: CALL, since: '2026-11-23T00:00:02.000Z' }] }],
  [62, 'run.resumed', '', { why: 'decision' }],
  [62, 'approval.decided', CALL, { call: CALL, decision: 'approve', hash: '', by: 'a person' }],
  [62, 'call.started', CALL, { call: CALL, mode: 'explicit', activity: 'play', attempt: 1, inputs: '', resolved: {} }],
  [65, 'call.completed', CALL, { call: CALL, result: 1, ms: 3000 }],
  [65, 'run.completed', '', { output: 1, usage: {} }],
]
const EVENTS = FACTS.map(
  ([second, type, span, data], at) =>
    ({
      seq: at + 1,
      type,
      span,
      key: `${span}#${type}`,
      at: new Date(START + second * 1000).toISOString(),
      data,
    }) as unknown as TraceEvent, // as a stream gives it
)

function Elapsed({ node }: { readonly node: string }) {
  const activity = useNodeActivity(node)
  return `${activity?.status ?? 'no'}: ${activity?.elapsedMs ?? 'nothing'}`
}

const show = (count: number, second: number) =>
  act(async () =>
    runStore.setState({
      ...CLOSED,
      runId: 'r',
      log: createTraceLog(EVENTS.slice(0, count)),
      now: START + second * 1000,
    }),
  )

afterEach(() => act(async () => runStore.setState(CLOSED)))

describe("a node's time", () => {
  it('leaves out the wait for a person, during it and after it', async () => {
    const { box } = await drawForm(<Elapsed node="idea:band" />)
    await show(2, 1)
    expect(box.textContent).toBe('running: 1000')
    await show(6, 40)
    expect(box.textContent).toBe('waiting: 2000')
    await show(9, 64)
    expect(box.textContent).toBe('running: 4000')
    await show(11, 65)
    expect(box.textContent).toBe('done: 5000')
  })

  it('of an Activity begins when its Call does', async () => {
    const { box } = await drawForm(<Elapsed node="activity:play" />)
    await show(11, 65)
    expect(box.textContent).toBe('done: 3000')
  })
})
