import { EnsembleError } from '@ensemble/core'
import { createPace } from '../rest.ts'
import { usedHashes } from './derived.ts'
import type { JournalParts } from './journal-parts.ts'
import type { ImportedRun } from './sqlite-journal-types.ts'

const encoder = new TextEncoder()

/** Takes a verified run as it is; one that is here already stays. Throws EnsembleError `run.conflict` where another of its id is. */
export const importRun = async (
  { statements, commit, fresh, announce }: JournalParts,
  { summary, events, lines, bodies }: ImportedRun,
): Promise<void> => {
  const isHere = (): boolean => {
    const known = statements.run(summary.id)
    if (known === undefined) return false
    if (known.summary.head.hash === summary.head.hash) return true
    throw new EnsembleError('run.conflict', `Another run ${summary.id} is in this workspace already.`)
  }
  if (await commit(isHere)) return
  // Writes values first, one by one as during a run: together they could be any length.
  const pace = createPace()
  for (const [hash, text] of Object.entries(bodies)) {
    fresh.add(hash)
    await commit(() => statements.putBody(hash, encoder.encode(text)))
    await pace(text.length)
  }
  const isNew = await commit(
    () => {
      if (isHere()) return false
      statements.putRun(summary.id, summary, 'null', null)
      for (const [index, line] of lines.entries())
        statements.putEvent(summary.id, index + 1, events[index]?.key ?? '', line)
      for (const hash of new Set(events.flatMap((event) => usedHashes(event)))) statements.putUse(hash, summary.id)
      return true
    },
    (isTaken) => (isTaken ? { run: summary.id, head: summary.head, isNew: true } : undefined),
  )
  if (isNew) announce(summary, [])
}
