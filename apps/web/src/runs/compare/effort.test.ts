import type { JournalEvent } from '@ensemble/core'
import { appendEvent, createTraceLog, spanTime, type TraceLog } from '@ensemble/core/trace'
import { expect, it } from 'vitest'
import { effortOf, keptSpans, workIn } from './effort.ts'

const usage = { inputTokens: 90, outputTokens: 10, cachedTokens: 0, reasoningTokens: 0, estimated: false }
const started = { idea: 'idea://root', turn: 0, model: 'm', wire: 'structured', strict: true, inputs: '' }
const answered = (ms: number, source?: object) => ({
  raw: '',
  finish: 'stop',
  calls: 1,
  output: null,
  usage,
  ms,
  firstTokenMs: 1,
  queueMs: 0,
  pieces: [],
  ...(source !== undefined && { source }),
})

/** A log of events at their seconds; each is the type, the span and what a test needs of its data. */
const logOf = (events: readonly (readonly [second: number, type: string, span: string, data: object])[]): TraceLog => {
  const log = createTraceLog()
  for (const [at, [second, type, span, data]] of events.entries())
    appendEvent(log, {
      v: 1,
      seq: at + 1,
      prev: '',
      run: 'r',
      key: '',
      parent: null,
      at: new Date(second * 1000).toISOString(),
      span,
      type,
      data,
    } as unknown as JournalEvent) // no more than the fold reads
  return log
}
const created = { idea: 'idea://root', model: 'm', profile: 'p', input: {}, pins: {} }

it('working time is apart from the time in which a person was waited for', () => {
  const log = logOf([
    [0, 'run.created', '', created],
    [0, 'request.started', 'request/0', started],
    [1, 'request.completed', 'request/0', answered(1000)],
    [1, 'call.proposed', 'request/0/call/0', { call: 'c', tool: 'restart', parameters: {} }],
    [1, 'run.waiting', '', { waitingFor: [] }],
    [61, 'run.resumed', '', { why: 'approval' }],
    [63, 'run.completed', '', { output: null, usage: {} }],
  ])
  expect(effortOf(log)).toMatchObject({ workMs: 3000, waitMs: 60_000, requests: 1, calls: 1, tokens: 100 })
})

it("a step's working time is the timeline's, also where another branch worked during its wait", () => {
  const call = (name: string) => ({ call: name, tool: name, parameters: {} })
  const log = logOf([
    [0, 'run.created', '', created],
    [0, 'request.started', 'request/0', started],
    [1, 'call.proposed', 'request/0/call/0', call('payClaim')],
    [1, 'call.proposed', 'request/0/call/1', call('look')],
    [1, 'request.completed', 'request/0', answered(1000)],
    [1, 'approval.requested', 'request/0/call/0', { call: 'payClaim', why: 'approval', hash: '' }],
    [1, 'call.started', 'request/0/call/1', { call: 'look', mode: 'explicit', attempt: 1, inputs: '', resolved: {} }],
    [5, 'call.completed', 'request/0/call/1', { call: 'look', result: 1, ms: 4000 }],
    [5, 'run.waiting', '', { waitingFor: [] }],
    [60, 'approval.decided', 'request/0/call/0', { call: 'payClaim', decision: 'approve', hash: '', by: 'x' }],
    [60, 'run.resumed', '', { why: 'approval' }],
    [60, 'call.started', 'request/0/call/0', { call: 'p', mode: 'explicit', attempt: 1, inputs: '', resolved: {} }],
    [62, 'call.completed', 'request/0/call/0', { call: 'payClaim', result: 1, ms: 2000 }],
    [62, 'run.completed', '', { output: null, usage: {} }],
  ])
  const took = (id: string): number => {
    const span = log.spans.byId.get(id)?.latest
    if (span?.endedAt === undefined) throw new Error(id)
    expect(workIn(log, span)).toBe(spanTime(log, span, span.endedAt).workMs)
    return workIn(log, span)
  }
  expect(took('request/0/call/0')).toBe(2000)
  expect(took('request/0/call/1')).toBe(4000)
})

it('an open wait is reported by its beginning, apart from ended ones', () => {
  const log = logOf([
    [0, 'run.created', '', created],
    [1, 'run.waiting', '', { waitingFor: [] }],
    [6, 'run.resumed', '', { why: 'approval' }],
    [8, 'run.waiting', '', { waitingFor: [] }],
  ])
  expect(effortOf(log)).toMatchObject({ workMs: 3000, waitMs: 5000, waitingSince: 8000 })
  const ended = logOf([
    [0, 'run.created', '', created],
    [1, 'run.waiting', '', { waitingFor: [] }],
    [6, 'run.cancelled', '', {}],
  ])
  expect(effortOf(ended)).toMatchObject({ workMs: 1000, waitMs: 5000, waitingSince: undefined })
})

it('a fork is its kept prefix and what is new together; kept steps last as long as they did in the source', () => {
  const source = { run: 'a', seq: 3 }
  const log = logOf([
    [0, 'run.created', '', created],
    [0, 'request.started', 'request/0', started],
    [0, 'request.completed', 'request/0', answered(1300, source)],
    [0, 'call.proposed', 'request/0/call/0', { call: 'c', tool: 'restart', parameters: {} }],
    [0, 'call.proposed', 'request/0/call/1', { call: 'd', tool: 'check', parameters: {} }],
    [0, 'call.completed', 'request/0/call/0', { call: 'c', result: null, ms: 700, source }],
    [0, 'call.completed', 'request/0/call/1', { call: 'd', result: null, ms: 200, source }],
    [0, 'request.started', 'request/1', started],
    [1, 'request.completed', 'request/1', answered(1000)],
    [1, 'run.completed', '', { output: null, usage: {} }],
  ])
  expect(effortOf(log)).toEqual({
    workMs: 3000,
    waitMs: 0,
    waitingSince: undefined,
    requests: 2,
    calls: 2,
    tokens: 200,
    kept: { workMs: 2000, requests: 1, calls: 2, tokens: 100 },
  })
  expect([...keptSpans(log).keys()]).toEqual(['request/0', 'request/0/call/0', 'request/0/call/1'])
})

it('of a fork, what the model filled in itself is kept with its request, and a module with everything inside it', () => {
  const source = { run: 'a', seq: 3 }
  const call = (name: string) => ({ call: name, tool: name, parameters: {} })
  const begun = (name: string, mode: string) => ({ call: name, mode, attempt: 1, inputs: '', resolved: {} })
  const log = logOf([
    [0, 'run.created', '', created],
    [0, 'request.started', 'request/0', started],
    [0, 'call.proposed', 'request/0/call/0', call('research')],
    [0, 'call.proposed', 'request/0/call/1', call('write')],
    [0, 'call.proposed', 'request/0/call/2', call('publish')],
    [0, 'request.completed', 'request/0', answered(400, source)],
    [0, 'call.started', 'request/0/call/0', begun('research', 'module')],
    [0, 'request.started', 'request/0/call/0/request/0', started],
    [0, 'request.completed', 'request/0/call/0/request/0', answered(300, source)],
    [0, 'call.started', 'request/0/call/1', begun('write', 'module')],
    [0, 'request.started', 'request/0/call/1/request/0', started],
    [1, 'request.completed', 'request/0/call/1/request/0', answered(1000)],
    [1, 'call.started', 'request/0/call/2', begun('publish', 'latent')],
    [1, 'call.completed', 'request/0/call/2', { call: 'publish', result: true, ms: 0 }],
    [1, 'call.completed', 'request/0/call/0', { call: 'research', result: true, ms: 9 }],
    [1, 'call.completed', 'request/0/call/1', { call: 'write', result: true, ms: 1000 }],
    [1, 'run.completed', '', { output: null, usage: {} }],
  ])
  expect(keptSpans(log)).toEqual(
    new Map([
      ['request/0', 400],
      ['request/0/call/0/request/0', 300],
      ['request/0/call/0', 300],
      ['request/0/call/2', 0],
    ]),
  )
  expect(effortOf(log).kept).toMatchObject({ workMs: 700, calls: 2, requests: 2 })
})
