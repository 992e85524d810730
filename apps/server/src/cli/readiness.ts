import type { Readiness } from '@ensemble/core/editor'
import type { Client } from './client.ts'
import { many } from './plural.ts'
import { print } from './own-output.ts'

/** Nothing is ready while anything is open or unchecked. */
const verdictOf = (items: Readiness['items']): 'ready' | 'open' | 'unknown' =>
  (['open', 'unknown'] as const).find((state) => items.some((item) => item.state === state)) ?? 'ready'

/** Prints, Idea by Idea, what is left of the checks before it is shipped. */
export const printReadiness = async (client: Client, isWanted: (file: string) => boolean): Promise<void> => {
  for (const { name } of await client.call('GET', '/api/ideas', { query: { problems: 'none' } })) {
    if (!isWanted(`ideas/${name}.json`)) continue
    const { items } = await client.call('GET', '/api/ideas/{name}/readiness', { path: { name } })
    const left = items.filter(({ state }) => state !== 'done')
    const done = items.filter(({ state }) => state === 'done')
    print(`${verdictOf(items).padEnd(7)} ${name}  ${done.length} of ${many(items.length, 'check')}`)
    // In the words of the page, which lists the same checks.
    for (const { check, title, message, tools } of left) {
      const named = (check === 'arguments' || check === 'calls') && tools.length > 0 ? ` ${tools.join(', ')}` : ''
      print(`          ${title}: ${message}${named}`)
    }
  }
}
