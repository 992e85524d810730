import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createExecutor } from '../run/operate/executor.ts'
import type { Json } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import { cursorAt } from '../trace/cursor.ts'
import { createTraceLog } from '../trace/trace-log.ts'
import { findBreak } from '../../testing/find-break.ts'
import { hydrateEvent, type Head } from './chain.ts'
import { EVENT_SCHEMA } from './event-schema.ts'
import type { JournalEvent } from './events.ts'
import { foldRun, hasEnded } from './fold-run.ts'
import { GENESIS } from './journal.ts'
import { createMemoryJournal } from './memory-journal.ts'
import type { Run } from './run-types.ts'
import { systemClock } from '../run/operate/system-clock.ts'

/** Runs that a released version exported; a file is added with each change of what is recorded and never altered. */
const FOLDER = new URL('../../fixtures/journals/', import.meta.url)

interface Exported {
  readonly run: string
  readonly lines: readonly string[]
  readonly bodies: { readonly [hash: string]: string }
  readonly head: Head
}
const load = (file: string): Exported => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))
const encoder = new TextEncoder()
const unreachable = (what: string) => (): never => {
  throw new Error(`a replay has no ${what}`)
}

describe.each(readdirSync(FOLDER))('the recorded run %s', (file) => {
  const { run, lines, bodies, head } = load(file)
  const events = lines.map((line) => JSON.parse(line) as JournalEvent)
  const body = (hash: string): unknown => (bodies[hash] === undefined ? undefined : JSON.parse(bodies[hash]))

  test('has an unbroken chain, and its lines are written the same again', () => {
    expect(findBreak(lines, GENESIS, head)).toBeNull()
    expect(events.map((event) => JSON.stringify(event))).toEqual(lines)
  })

  test('holds events of the shape that their types have', () => {
    const validator = createValidator()
    for (const event of events) {
      const verdict = validator.check(EVENT_SCHEMA, event as unknown as Json) // an event is JSON
      expect(verdict, event.key).toMatchObject({ ok: true })
    }
  })

  test('folds to an ended run and to a trace in which nothing is open', () => {
    const summary = events.reduce<Run | undefined>((left, event) => foldRun(left, event, head.hash), undefined)
    expect(summary && hasEnded(summary)).toBe(true)
    const spans = [...cursorAt(createTraceLog(events)).spans()]
    expect(spans.length).toBeGreaterThan(1)
    expect(spans.filter(({ endedAt }) => endedAt === undefined)).toEqual([])
  })

  test('replays without a divergence, by whatever version of the engine', async () => {
    const memory = createMemoryJournal()
    const executor = createExecutor({
      journal: {
        ...memory,
        read: async () => events.map((event) => hydrateEvent(event, body)),
        bodies: { ...memory.bodies, get: async (hash) => encoder.encode(bodies[hash]) },
      },
      models: unreachable('model'),
      ideas: { resolve: unreachable('files') },
      activity: () => undefined,
      profile: () => ({}),
      defaultProfile: '',
      validator: createValidator(),
      clock: systemClock,
      newId: unreachable('ids'),
      artifacts: { put: unreachable('files'), get: unreachable('files') },
      engine: 'a later one',
    })
    expect(await executor.replay(run)).toEqual({ identical: true })
  })
})
