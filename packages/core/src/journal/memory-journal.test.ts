import { expect, test } from 'vitest'
import { Deferred } from './deferred.ts'
import type { NewEvent } from './events.ts'
import { createdEvent } from '../../testing/test-events.ts'
import { journalContract } from '../../testing/journal-contract.ts'
import { createMemoryJournal } from './memory-journal.ts'

journalContract('The Journal in memory', async () => ({ journal: createMemoryJournal(), close: async () => {} }))

test('one chain comes of the same events, whenever somebody looks', async () => {
  const record = async (look: (journal: ReturnType<typeof createMemoryJournal>) => Promise<unknown>) => {
    const journal = createMemoryJournal()
    await journal.create({ id: 'a', idea: 'idea://one', request: null, created: createdEvent('x') })
    const lease = await journal.lease('a')
    for (let n = 1; n <= 1200; n++) {
      const data = { call: 'c', level: 'info', text: n % 100 === 0 ? 'long '.repeat(1000) : `line ${n}` } as const
      const span = 'request/0/call/0'
      await journal.append(lease, [
        {
          type: 'call.logged',
          key: `${span}#call.logged:${n}`,
          at: '2026-11-21T00:00:00.000Z',
          span,
          parent: 'request/0',
          data,
        },
      ])
      await look(journal)
    }
    return { events: await journal.read('a'), head: (await journal.runs.get('a'))?.head }
  }
  const unseen = await record(async () => undefined)
  expect(unseen.events).toHaveLength(1201)
  expect(await record((journal) => journal.read('a'))).toEqual(unseen)
  expect(await record((journal) => journal.runs.list({}))).toEqual(unseen)
})

test('a secret is removed on writing, whenever it is read', async () => {
  const secrets = new Set(['canary'])
  const redact = (text: string): string =>
    [...secrets].reduce((left, secret) => left.replaceAll(secret, '[secret]'), text)
  const journal = createMemoryJournal({ redact })
  await journal.create({ id: 'a', idea: 'idea://one', request: null, created: createdEvent('canary') })
  secrets.clear()
  expect(JSON.stringify(await journal.read('a'))).not.toContain('canary')
  secrets.add('canary')
  const data = { call: 'c', level: 'info', text: 'canary' } as const
  const place = { at: '2026-11-21T00:00:00.000Z', span: 'request/0/call/0', parent: 'request/0' }
  await journal.append(await journal.lease('a'), [{ type: 'call.logged', key: 'k', ...place, data }])
  secrets.clear()
  expect(JSON.stringify(await journal.read('a'))).not.toContain('canary')
})

test('data that is still to be made is made once, for the first who looks', async () => {
  const journal = createMemoryJournal()
  await journal.create({ id: 'a', idea: 'idea://one', request: null, created: createdEvent('x') })
  const lease = await journal.lease('a')
  let made = 0
  const append = (n: number, weight: number): Promise<void> => {
    const data = new (class extends Deferred<object> {
      make = (): object => ({ call: 'c', level: 'info', text: `line ${++made}` })
      override weight = (): number => weight
    })()
    const span = 'request/0/call/0'
    const place = { key: `${span}#call.logged:${n}`, at: '2026-11-21T00:00:00.000Z', span, parent: 'request/0' }
    return journal.append(lease, [{ type: 'call.logged', ...place, data } as unknown as NewEvent]) // as History hands it
  }
  await append(1, 10)
  expect(made).toBe(0)
  const [, event] = await journal.read('a')
  expect(event?.data).toEqual({ call: 'c', level: 'info', text: 'line 1' })
  expect(await journal.read('a')).toHaveLength(2)
  expect(made).toBe(1)
  // Large data doesn't wait for a reader.
  await append(2, 1_000_000)
  expect(made).toBe(2)
})
