import type { Journal, JournalEvent, Run } from '@ensemble/core'
import { foldRun, type NewEvent } from '@ensemble/core/journal'
import { createWithJournal } from './with-journal.ts'

/** A Journal that hands events on and forgets them: nothing is written as text, hashed, chained or kept, but for the Run. */
function createNoJournal(): Journal {
  let run: Run | undefined
  let created: JournalEvent | undefined
  let seq = 0
  /** The Run's pins are read again from here. */
  let idea: Uint8Array | undefined
  const hand = (event: NewEvent): JournalEvent => {
    const handed = Object.assign({}, event, { v: 1, seq: ++seq, prev: '', run: 'run' }) as unknown as JournalEvent // with what every event has
    if (event.type === 'run.created' || event.type === 'run.completed') run = foldRun(run, handed, '')
    return handed
  }
  return {
    async create({ created: event }) {
      created = hand(event)
      return { run: 'run', created: true }
    },
    lease: async () => ({ run: 'run', epoch: 1 }),
    // A Journal in memory would never make it, so it isn't made here, either.
    defers: true,
    append: async (_, events) => {
      for (const event of events) hand(event)
    },
    publish: () => undefined,
    signal: async () => 'accepted',
    inbox: async () => [],
    read: async () => (created ? [created] : []),
    tail: () => {
      throw new Error('nothing is kept')
    },
    bodies: {
      async put(bytes) {
        idea = bytes
        return 'idea'
      },
      get: async () => idea,
    },
    runs: { get: async () => run, list: async () => ({ items: [], next: null }), remove: async () => false },
  }
}

export const create = (baseUrl: string) => createWithJournal(baseUrl, createNoJournal)
