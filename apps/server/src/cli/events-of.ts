import type { JournalEvent } from '@ensemble/core'
import type { Answers } from '../http/answers.ts'
import type { Client } from './client.ts'

/** How many a page holds. */
const PAGE_SIZE = 5000

/** Every recorded event of a Run; large values are stored separately. */
export const eventsOf = async (client: Client, run: string): Promise<readonly JournalEvent[]> => {
  const found: JournalEvent[] = []
  for (let after: number | null = 0; after !== null;) {
    const page: Answers['GET']['/api/runs/{id}/events'] = await client.call('GET', '/api/runs/{id}/events', {
      path: { id: run },
      query: { after, limit: PAGE_SIZE },
      headers: { accept: 'application/json' },
    })
    found.push(...page.events)
    after = page.next
  }
  return found
}
