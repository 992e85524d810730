import type { NewEvent } from '../src/journal/events.ts'

/** When everything happens in tests of the port. */
export const at = '2026-11-21T00:00:00.000Z'

/** A `run.created` for tests of the port. */
export const createdEvent = (input: string): NewEvent & { readonly type: 'run.created' } => ({
  type: 'run.created',
  key: '#run.created',
  at,
  span: '',
  parent: null,
  data: {
    engine: 'test',
    idea: 'idea://one',
    input,
    model: 'simulated',
    profile: 'offline',
    config: {},
    base: {},
    limits: {
      turns: 1,
      callsPerTurn: 1,
      calls: 1,
      depth: 1,
      wallMs: 1,
      callMs: 1,
      tokens: 1,
      cost: 1,
      invalidTurns: 1,
      repeatedCalls: 1,
    },
    seed: 'seed',
    pins: {},
    bindings: {},
  },
})
