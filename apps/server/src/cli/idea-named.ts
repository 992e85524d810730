import { EnsembleError } from '@ensemble/core'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { placeOfWord } from './place-of.ts'

/** The Idea that a word names: by its name or its address, or by its file in the workspace, as shells complete it. */
export const ideaNamed = (word: string): string =>
  /^(?:\.[\\/])?(?:ideas[\\/])?([^\\/]+)\.json$/.exec(word)?.[1] ?? word

/** As `ideaNamed`, with the flags that lead to the workspace of a path. */
export const placeOfIdea = <F extends Flags>(
  flags: F,
  word: string,
): Promise<{ readonly flags: F; readonly word: string }> => placeOfWord(flags, word, ideaNamed)

const MOST_NAMED = 8

/** For a refusal: the workspace's Ideas and its folder, if there is no Idea with this or a similar name. */
export const tellIdeas =
  (client: Pick<Client, 'call'>, word: string) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof EnsembleError) || error.code !== 'module.unresolved' || error.message.endsWith('?'))
      throw error
    const names = (await client.call('GET', '/api/ideas', { query: { problems: 'none' } })).map(({ name }) => name)
    if (names.includes(ideaNamed(word).replace(/^idea:\/\//, ''))) throw error
    const { workspace } = await client.call('GET', '/api/health')
    const listed = names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ', …' : '')
    const there = listed === '' ? 'There is no Idea' : `There ${names.length === 1 ? 'is' : 'are'} ${listed}`
    throw new EnsembleError(
      error.code,
      `${error.message} ${there}${workspace === undefined ? '' : ` in ${workspace}`}.`,
    )
  }
