import type { NewEvent } from '../src/journal/events.ts'
import { NO_USAGE } from '../src/journal/fold-run.ts'

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

export const loggedEvent = (n: number, text = `line ${n}`): NewEvent => ({
  type: 'call.logged',
  key: `request/0/call/0#call.logged:${n}`,
  at,
  span: 'request/0/call/0',
  parent: 'request/0',
  data: { call: 'c', level: 'info', text },
})

export const completedEvent = (output = 'done'): NewEvent => ({
  type: 'run.completed',
  key: '#run.completed',
  at,
  span: '',
  parent: null,
  data: { output, usage: NO_USAGE },
})
