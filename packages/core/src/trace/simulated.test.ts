import { expect, it } from 'vitest'
import { simulatedIn } from './simulated.ts'
import type { TraceEvent } from './trace-event.ts'

/** Only what is looked at. */
const event = (type: TraceEvent['type'], data: object) => ({ type, data }) as unknown as TraceEvent

const CREATED = event('run.created', { model: 'simulated' })
const SIMULATED = event('request.started', { model: 'simulated' })
const REAL = event('request.started', { model: 'local/qwen' })
const CODE = event('call.started', { mode: 'explicit' })

it('a Run is simulated where no real model was called, in a nested Idea either, whatever code did', () => {
  expect(simulatedIn([CREATED, SIMULATED, event('call.started', { mode: 'latent' })])).toBe('answer')
  expect(simulatedIn([CREATED, SIMULATED, CODE])).toBe('choices')
  expect(simulatedIn([CREATED, SIMULATED, CODE, REAL])).toBeUndefined()
  expect(simulatedIn([event('run.created', { model: 'local/qwen' }), SIMULATED])).toBe('answer')
  expect(simulatedIn([event('run.created', { model: 'local/qwen' }), REAL])).toBeUndefined()
  expect(simulatedIn([event('run.created', { model: 'local/qwen' })])).toBeUndefined()
})
