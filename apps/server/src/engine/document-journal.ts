import { EnsembleError, type Journal, type JournalEvent, createMemoryJournal } from '@ensemble/core'
import type { Validator } from '@ensemble/core/schema'
import { hydrateEvent } from '@ensemble/core/host'
import { type RunDocument, verifyDocument } from './run-document.ts'

/**
 * The Journal of one exported run, so that a case replays without the workspace's database. Throws EnsembleError
 * `run.damaged` or `run.unfinished`.
 */
export const createDocumentJournal = async (document: RunDocument, validator: Validator): Promise<Journal> => {
  const { events, summary } = await verifyDocument(document, validator)
  const memory = createMemoryJournal()
  const encoder = new TextEncoder()
  for (const text of Object.values(document.bodies)) await memory.bodies.put(encoder.encode(text))
  const values = new Map<string, unknown>()
  const valueOf = (hash: string): unknown => {
    const text = values.has(hash) ? undefined : document.bodies[hash]
    if (text !== undefined) values.set(hash, JSON.parse(text))
    return values.get(hash)
  }
  return {
    ...memory,
    read: async (run, { after = 0, limit = events.length, hydrate = false } = {}) => {
      // A fork's source is not in it: what a person edited there cannot be read.
      if (run !== document.run) throw new EnsembleError('run.unknown', `There is no run ${run} in this case.`)
      const page = events.slice(after, after + limit)
      return hydrate ? page.map((event): JournalEvent => hydrateEvent(event, valueOf)) : page
    },
    runs: { ...memory.runs, get: async (run) => (run === summary.id ? summary : undefined) },
  }
}
