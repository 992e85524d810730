import { createTraceLog, type TraceEvent, type TraceStreamEvent } from '@ensemble/core/trace'
import { expect, it } from 'vitest'
import { readingBack } from './reading-back.ts'

const event = (seq: number, type: string, data: object) =>
  ({ seq, type, span: '', key: `#${type}`, at: '2026-11-23T00:00:00.000Z', data }) as unknown as TraceEvent // as a stream gives it
const CREATED = { idea: 'one', model: 'm', profile: '', input: null }
const WAITING = { waitingFor: [{ type: 'restart', since: '2026-11-23T00:00:00.000Z' }] }
const events = [
  event(1, 'run.created', CREATED),
  event(2, 'run.waiting', WAITING),
  event(3, 'run.resumed', { why: 'restart' }),
  event(4, 'run.completed', { output: 1, usage: {} }),
]
const at = (count: number) => createTraceLog(events.slice(0, count))
const reading = (done: number) =>
  ({ ...event(0, 'run.reading', { done, total: 90 }), seq: null }) as unknown as TraceStreamEvent // as a stream gives it

it('a Run that resumed after a restart is read back until it records something new', () => {
  expect(readingBack({ status: 'waiting', log: at(2) })).toBeNull()
  expect(readingBack({ status: 'running', log: at(3) })).toEqual({ done: undefined, total: 2 })
  expect(readingBack({ status: 'completed', log: at(4) })).toBeNull()
  expect(readingBack({ status: null, log: null })).toBeNull()
})

it('how far it has been read back follows what the server tells', () => {
  const log = createTraceLog([...events.slice(0, 3), reading(32), reading(64)])
  expect(readingBack({ status: 'running', log })).toEqual({ done: 64, total: 90 })
})

it('a second restart begins at nothing', () => {
  const again = [event(4, 'run.waiting', WAITING), event(5, 'run.resumed', { why: 'restart' })]
  const log = createTraceLog([...events.slice(0, 3), reading(32), ...again])
  expect(readingBack({ status: 'running', log })).toEqual({ done: undefined, total: 4 })
})

it('a Run that continues after a decision is not', () => {
  const decided = [...events.slice(0, 2), event(3, 'run.resumed', { why: 'decision' })]
  expect(readingBack({ status: 'running', log: createTraceLog(decided) })).toBeNull()
})
