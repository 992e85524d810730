import { expect, test } from 'vitest'
import { createdEvent, journalContract } from './journal-contract.ts'
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
