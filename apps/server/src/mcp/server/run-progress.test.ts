import type { StreamEvent } from '@ensemble/core/journal'
import { expect, it } from 'vitest'
import { createTeller } from './run-progress.ts'

/** An event of this type alone; what else it holds is not looked at. */
const event = (type: StreamEvent['type'], data: object): StreamEvent => ({ type, data }) as unknown as StreamEvent // as above

it('A client sees a run’s progress by the names of its Tools, and nothing without a wait', () => {
  const tell = createTeller('http://127.0.0.1:1')
  const error = { code: 'x', message: 'The disk is full.' }
  const told = [
    event('request.started', { idea: 'idea://main', model: 'm' }),
    event('call.proposed', { call: 'c1', tool: 'restart' }),
    event('call.started', { call: 'c1' }),
    event('call.progress', { call: 'c1', share: 0.5 }),
    event('call.progress', { call: 'c1', text: 'half' }),
    event('approval.requested', { call: 'c1' }),
    event('call.completed', { call: 'c1' }),
    event('call.failed', { call: 'c1', error }),
    event('call.rejected', { call: 'c2', error }),
    event('call.started', { call: 'c3' }),
    event('state.written', { call: 'c1' }),
    event('run.completed', { output: null }),
  ].map(tell)
  expect(told).toEqual([
    'idea://main asks m',
    undefined,
    'restart runs',
    undefined,
    'restart: half',
    'restart waits for a person, who decides here or at http://127.0.0.1:1',
    'restart is done',
    'restart failed: The disk is full.',
    'a Call was refused: The disk is full.',
    'a Call runs',
    undefined,
    undefined,
  ])
})
