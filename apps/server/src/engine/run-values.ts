import type { Journal, JournalEvent, Json, Run } from '@ensemble/core'
import { isBodyRef } from '@ensemble/core/host'

/** The output of a Run, a large one put back. */
export const outputOf = async (journal: Pick<Journal, 'bodies'>, { output }: Run): Promise<Json | undefined> => {
  if (!isBodyRef(output)) return output
  const bytes = await journal.bodies.get(output.$body)
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Json) // its hash is that of JSON text
}

/** The input of a Run, of its first event; hydrated, so JSON. */
export const inputOf = ([created]: readonly JournalEvent[]): Json =>
  created?.type === 'run.created' ? (created.data.input as Json) : null
