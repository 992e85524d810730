import type { Readiness } from '@ensemble/core/editor'
import type { Client } from './client.ts'
import { many } from './plural.ts'
import { print } from './own-output.ts'

const LABELS = { open: 'to do', unknown: 'can’t tell yet' } as const
const WIDTH = Math.max(...Object.values(LABELS).map(({ length }) => length))

/** Prints, Idea by Idea, what is left of the checks before it is shipped. They are advice: no exit code counts them. */
export const printReadiness = async (client: Client, isWanted: (file: string) => boolean): Promise<void> => {
  const ideas = await client.call('GET', '/api/ideas', { query: { problems: 'none' } })
  const wanted = ideas.filter(({ name }) => isWanted(`ideas/${name}.json`))
  if (wanted.length > 0) print('Before you ship (advice, not problems):')
  for (const { name } of wanted) {
    const { items } = await client.call('GET', '/api/ideas/{name}/readiness', { path: { name } })
    print(`  ${name}: ${standingOf(items)}`)
    // In the words of the page, which lists the same checks.
    for (const { check, title, message, tools, state } of items) {
      if (state === 'done') continue
      const named = (check === 'arguments' || check === 'calls') && tools.length > 0 ? ` ${tools.join(', ')}` : ''
      print(`    ${LABELS[state].padEnd(WIDTH)}  ${title}: ${message}${named}`)
    }
  }
}

const standingOf = (items: Readiness['items']): string => {
  const done = items.filter(({ state }) => state === 'done').length
  const all = many(items.length, 'check')
  return done === items.length ? `ready, all ${all} pass` : `${done} of ${all} pass`
}
