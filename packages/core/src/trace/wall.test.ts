import { expect, it } from 'vitest'
import type { Message } from '../idea/message.ts'
import type { JournalEvent } from '../journal/events.ts'
import { GENESIS } from '../journal/journal.ts'
import { createTestJournal } from './test-journal.ts'
import { createTraceLog } from './trace-log.ts'
import { wallOf } from './wall.ts'

const CALLER: readonly Message[] = [
  { type: 'text', text: 'You are a producer.' },
  { type: 'input', schema: { type: 'object' } },
  { type: 'tool', tool: {} },
  { type: 'data', kind: 'catalog', data: [1, 2] },
  { type: 'data', kind: 'secrets', data: 'x' },
]

/** A Run whose first Call enters a Module with these imports, after a turn of Calls. */
const entering = (imports: readonly string[]): readonly JournalEvent[] => {
  const [created] = createTestJournal(1)
  if (created?.type !== 'run.created') throw new Error('a Journal begins with run.created')
  const address = created.data.idea
  const base = {
    v: 1 as const,
    prev: GENESIS,
    run: created.run,
    at: created.at,
    span: 'request/1/call/0',
    parent: 'request/1',
  }
  return [
    { ...created, data: { ...created.data, pins: { [address]: 'producer-hash' } } },
    {
      ...base,
      seq: 2,
      type: 'module.entered',
      key: 'request/1/call/0#module.entered',
      data: {
        call: 'c',
        address: 'idea://composer',
        hash: 'composer-hash',
        imports,
        passed: [],
        withheld: [
          { type: 'text', count: 1 },
          { type: 'data', kind: 'secrets', count: 1 },
          { type: 'calls', count: 1 },
          { type: 'result', count: 2 },
        ],
      },
    },
  ]
}

it('the wall of a Module shows each Message of the caller, what passed, and counts what came later', () => {
  const log = createTraceLog(entering(['input', 'data:catalog']))
  const wall = wallOf(log, 'request/1/call/0', (hash) => (hash === 'producer-hash' ? CALLER : undefined))
  expect(wall?.messages.map(({ message, isPassed }) => [message.type, isPassed])).toEqual([
    ['text', false],
    ['input', true],
    ['data', true],
    ['data', false],
  ])
  expect(wall?.later).toEqual([
    { type: 'calls', count: 1 },
    { type: 'result', count: 2 },
  ])
})

it('there is no wall before the caller is loaded, or where no Module was entered', () => {
  const log = createTraceLog(entering([]))
  expect(wallOf(log, 'request/1/call/0', () => undefined)).toBeUndefined()
  expect(wallOf(log, 'request/0/call/0', () => CALLER)).toBeUndefined()
})
