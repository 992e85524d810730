import type { EventData, JournalEvent, NewEvent } from '../journal/events.ts'
import { GENESIS } from '../journal/journal.ts'
import { limitsOf } from '../request/config.ts'
import type { TraceLog } from './log-types.ts'
import { createTraceLog } from './trace-log.ts'

/** A fact for building a Trace: an event without its place in the Journal. */
export type Fact = Pick<NewEvent, 'type' | 'span'> & { readonly data: unknown }

export const CREATED: Fact = {
  type: 'run.created',
  span: '',
  data: {
    engine: 'test',
    idea: 'idea://band',
    input: null,
    model: 'simulated',
    profile: '',
    config: {},
    base: {},
    limits: limitsOf({}),
    seed: '1',
    pins: {},
    bindings: {},
  } satisfies EventData['run.created'],
}

export const started = (span: string, data: Partial<EventData['request.started']> = {}): Fact => ({
  type: 'request.started',
  span,
  data: {
    idea: 'idea://band',
    turn: 0,
    model: 'simulated',
    wire: 'tools',
    strict: false,
    inputs: GENESIS,
    schema: {},
    messages: [],
    tools: [],
    ...data,
  } satisfies EventData['request.started'],
})

/** The Trace of a Run of which only these facts are known, ten milliseconds apart. */
export const traceOf = (facts: readonly Fact[]): TraceLog =>
  createTraceLog(
    facts.map((fact, index) => {
      const at = new Date(Date.UTC(2026, 0, 1) + index * 10).toISOString()
      const place = {
        v: 1,
        seq: index + 1,
        prev: GENESIS,
        run: 'r',
        key: `${fact.span}#${fact.type}`,
        at,
        parent: null,
      }
      // Each fact's data was written for its type.
      return { ...fact, ...place } as unknown as JournalEvent
    }),
  )
