import { EnsembleError, type Sha256 } from '@ensemble/core'
import { createPace } from '../../rest.ts'
import { usedHashes } from '../derived.ts'
import type { ImportedRun } from '../workspace-journal.ts'
import { putBodies } from './bodies.ts'
import type { PostgresParts } from './postgres-parts.ts'
import { insertImported } from './run-writes.ts'

const encoder = new TextEncoder()
const LINES_AT_ONCE = 1000

/** Takes a verified run as it is; one that is here already stays. Throws EnsembleError `run.conflict` where another of its id is. */
export const importRun = async (
  { database, announce }: PostgresParts,
  { summary, events, lines, bodies }: ImportedRun,
): Promise<void> => {
  const isHere = async (): Promise<boolean> => {
    const [known] = await database.query<{ readonly head_hash: string }>('select head_hash from runs where id = $1', [
      summary.id,
    ])
    if (known === undefined) return false
    if (known.head_hash === summary.head.hash) return true
    throw new EnsembleError('run.conflict', `Another run ${summary.id} is in this workspace already.`)
  }
  if (await isHere()) return
  // Writes values first, one by one as during a run: together they could be any length.
  const pace = createPace()
  for (const [hash, text] of Object.entries(bodies)) {
    await putBodies(database.query, new Map([[hash as Sha256, encoder.encode(text)]]))
    await pace(text.length)
  }
  const isNew = await database.transaction(async (query) => {
    const n = await insertImported(query, summary)
    if (n === undefined) return false
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
      const some = lines.slice(at, at + LINES_AT_ONCE)
      const keys = some.map((_, index) => events[at + index]?.key ?? '')
      const seqs = some.map((_, index) => at + index + 1)
      await query(
        'insert into events (run, seq, key, line) select $1, given.* from unnest($2::int[], $3::text[], $4::text[]) as given',
        [n, seqs, keys, some],
      )
    }
    const uses = [...new Set(events.flatMap((event) => usedHashes(event)))].toSorted()
    await query('insert into uses (hash, run) select given, $2 from unnest($1::text[]) as given', [uses, n])
    return true
  })
  if (isNew) announce(summary, [])
  else await isHere()
}
