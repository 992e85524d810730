import { EnsembleError } from '@ensemble/core'
import type { Answers } from '../http/answers.ts'
import type { Client } from './client.ts'

/** Fewer characters than this aren't a shortened id. */
const FEWEST = 6
const MOST_NAMED = 5

type Page = Answers['GET']['/api/runs']

/** The ids of all Runs, newest first. */
export async function* runIds(client: Pick<Client, 'call'>): AsyncGenerator<string> {
  for (let cursor = ''; ;) {
    const { items, next }: Page = await client.call('GET', '/api/runs', { query: { limit: 500, cursor, trials: true } })
    for (const { id } of items) yield id
    if (next === null) return
    cursor = next
  }
}

/**
 * The id of the Run that `text` names: in full, or its unique first or last six characters or more (the first ones are
 * the time). Throws EnsembleError `run.unknown`, or `usage` if several match.
 */
export const findRunId = async (client: Pick<Client, 'call'>, text: string): Promise<string> => {
  try {
    await client.call('GET', '/api/runs/{id}', { path: { id: text } })
    return text
  } catch (error) {
    if (!(error instanceof EnsembleError) || error.code !== 'run.unknown') throw error
    const unknown = new EnsembleError(error.code, `${error.message} ensemble runs lists all runs.`)
    if (text.length < FEWEST) throw unknown
    const found: string[] = []
    for await (const id of runIds(client)) if (id.startsWith(text) || id.endsWith(text)) found.push(id)
    const [only] = found
    if (only === undefined) throw unknown
    if (found.length === 1) return only
    const named = found.slice(0, MOST_NAMED).join(', ') + (found.length > MOST_NAMED ? ', …' : '')
    throw new EnsembleError(
      'usage',
      `${found.length} runs begin or end with ${text}: ${named}. Give more of the id, or its last six characters.`,
    )
  }
}
