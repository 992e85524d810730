import type { JournalEvent, Sha256 } from '@ensemble/core'
import { bodyRefs, hydrateEvent } from '@ensemble/core/host'
import { createPace } from '../rest.ts'

/** Events with their large values in place; `read` gives one, undefined if it is lost. Rests between. */
export const hydrateEvents = async (
  events: readonly JournalEvent[],
  read: (hash: Sha256) => unknown,
): Promise<readonly JournalEvent[]> => {
  // Every turn repeats a schema: read it once.
  const values = new Map<Sha256, unknown>()
  const valueOf = (hash: Sha256): unknown => {
    if (!values.has(hash)) values.set(hash, read(hash))
    return values.get(hash)
  }
  const pace = createPace()
  const hydrated: JournalEvent[] = []
  for (const event of events) {
    for (const { $body, bytes } of bodyRefs(event)) if (!values.has($body)) await pace(bytes)
    hydrated.push(hydrateEvent(event, valueOf))
  }
  return hydrated
}
