import { isObject } from '@ensemble/core'
import type { Readiness } from '@ensemble/core/editor'
import type { Client } from './client.ts'
import { many } from './plural.ts'

/** Prints, Idea by Idea, what is left of the checks before it is shipped. */
export const printReadiness = async (client: Client, isWanted: (file: string) => boolean): Promise<void> => {
  const listed = await client.call('GET', '/api/ideas')
  const names = (Array.isArray(listed) ? listed : []).flatMap((one: unknown) =>
    isObject(one) && typeof one['name'] === 'string' ? [one['name']] : [],
  )
  for (const name of names.filter((idea) => isWanted(`ideas/${idea}.json`))) {
    // What this very program's server wrote.
    const { items } = (await client.call('GET', `/api/ideas/${encodeURIComponent(name)}/readiness`)) as Readiness
    const open = items.filter(({ state }) => state === 'open')
    const left = items.filter(({ state }) => state !== 'done')
    const done = items.filter(({ state }) => state === 'done')
    console.log(
      `${open.length === 0 ? 'ready  ' : 'open   '} ${name}  ${done.length} of ${many(items.length, 'check')}`,
    )
    // In the words of the page, which lists the same checks.
    for (const { check, title, message, tools } of left) {
      const named = check === 'arguments' && tools.length > 0 ? ` ${tools.join(', ')}` : ''
      console.log(`          ${title}: ${message}${named}`)
    }
  }
}
