import { EnsembleError, type JournalEvent, type Sha256 } from '@ensemble/core'
import { bodyRefs } from '@ensemble/core/host'
import { createPace } from '../rest.ts'
import { conversationIn, createConversationBases } from './conversation-bases.ts'
import { usedHashes } from './derived.ts'
import type { FreshHashes } from './fresh-hashes.ts'
import type { JournalParts } from './journal-parts.ts'
import type { ImportedRun } from './workspace-journal.ts'
import type { Statements } from './statements.ts'
import type { StoredBodies } from './stored-bodies.ts'

const encoder = new TextEncoder()

/** The conversations of a run, each with the one that it continues. */
const basesIn = (
  events: readonly JournalEvent[],
  statements: Pick<Statements, 'lines' | 'linesOfType'>,
): ReadonlyMap<Sha256, Sha256 | undefined> => {
  const bases = createConversationBases(statements)
  const found = new Map<Sha256, Sha256 | undefined>()
  for (const event of events) {
    const own = conversationIn(event)
    const base = event.type === 'request.started' ? bases.next(event) : undefined
    if (own !== undefined && own !== base && !found.has(own)) found.set(own, base)
  }
  return found
}

/** The rows that a value is stored of, which no run uses yet; those behind a fresh one are fresh. */
const withNeeds = (bodies: StoredBodies, hash: Sha256, fresh: FreshHashes): readonly Sha256[] => {
  const found: Sha256[] = []
  const open = [...bodies.needs(hash)]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (fresh.has(next)) continue
    found.push(next)
    open.push(...bodies.needs(next))
  }
  return found
}

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
  const [first] = events
  const input = first === undefined ? [] : bodyRefs(first).map(({ $body }) => $body)
  let conversations: ReturnType<typeof basesIn> | undefined
  for (const [hash, text] of Object.entries(bodies)) {
    fresh.add(hash)
    await commit(() => {
      conversations ??= basesIn(events, { ...statements, lines: () => lines.slice(0, 1) })
      if (conversations.has(hash)) statements.bodies.putConversation(hash, text, conversations.get(hash))
      else statements.bodies.put(hash, encoder.encode(text), input.includes(hash))
      for (const needed of withNeeds(statements.bodies, hash, fresh)) fresh.add(needed)
    })
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
