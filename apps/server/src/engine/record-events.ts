import { EnsembleError, type Journal } from '@ensemble/core'
import { foldRun, isEnd } from '@ensemble/core/journal'
import {
  GENESIS,
  type Sealed,
  canonicalJson,
  isLarge,
  isRedacted,
  redactJson,
  sealEvents,
  withFork,
} from '@ensemble/core/host'
import { rest } from '../rest.ts'
import { conversationIn, createConversationBases } from './conversation-bases.ts'
import { pinsOrNames, usedHashes } from './derived.ts'
import { unknownRun } from './journal-errors.ts'
import type { JournalParts } from './journal-parts.ts'
import { MOST_AT_ONCE, sealSome, sizeOf } from './seal-some.ts'
import type { Statements } from './statements.ts'

const encoder = new TextEncoder()

/** Writes sealed events with their values, and what content their Run needs. */
const createEventStore = (statements: Statements) => {
  const bases = createConversationBases(statements)
  return (run: string, sealed: readonly Sealed[]): void => {
    for (const { event, line, bodies } of sealed) {
      const base = event.type === 'request.started' ? bases.next(event) : undefined
      const conversation = conversationIn(event)
      for (const { hash, text, utf8 } of bodies)
        if (hash === conversation) statements.bodies.putConversation(hash, text, base)
        // Lists of Runs look into inputs by SQL.
        else statements.bodies.put(hash, utf8 ?? encoder.encode(text), event.type === 'run.created')
      if (isEnd(event.type)) bases.forget(run)
      statements.putEvent(run, event.seq, event.key, line)
      if (bodies.length > 0 || pinsOrNames(event))
        for (const hash of usedHashes(event, bodies)) statements.putUse(hash, run)
    }
  }
}

/** The writers of Runs: beginning, leases and signals. */
export const createRecorder = ({
  statements,
  commit,
  redact,
  sealing,
  announce,
  shown,
}: JournalParts): Pick<Journal, 'create' | 'lease' | 'append' | 'signal' | 'readsBack'> => {
  const store = createEventStore(statements)
  /** Active Runs whose record lacks a secret that their memory has. */
  const redacted = new Set<string>()
  const noteRedacted = (run: string, sealed: readonly Sealed[]): void => {
    if (sealed.some(({ line, bodies }) => isRedacted(line, bodies))) redacted.add(run)
    if (sealed.some(({ event }) => isEnd(event.type))) redacted.delete(run)
  }

  return {
    create: async (start, idempotencyKey) => {
      // Kept to tell another body under the same key; a secret in it is as little written as anywhere.
      const request = redact(canonicalJson(start.request))
      const outcome = await commit(
        () => {
          const earlier = idempotencyKey === undefined ? undefined : statements.byKey(idempotencyKey)
          if (earlier !== undefined) {
            if (earlier.request === request) return { run: earlier.id, sealed: undefined }
            throw new EnsembleError(
              'run.conflict',
              `The idempotency key "${idempotencyKey}" belongs to run ${earlier.id}, which was started with another body.`,
            )
          }
          const [sealed] = sealEvents(start.id, { seq: 0, hash: GENESIS }, [start.created], sealing)
          if (sealed === undefined) throw new Error('sealing one event gives one line')
          const bodyOf = (hash: string): unknown =>
            JSON.parse(sealed.bodies.find((body) => body.hash === hash)?.text ?? 'null')
          const summary = foldRun(undefined, withFork(sealed.event, bodyOf), sealed.head.hash)
          statements.putRun(start.id, summary, request, idempotencyKey ?? null)
          store(start.id, [sealed])
          noteRedacted(start.id, [sealed])
          return { run: start.id, sealed: { event: sealed.event, summary } }
        },
        ({ run, sealed }) => sealed && { run, head: sealed.summary.head, isNew: true },
      )
      if (outcome.sealed !== undefined) announce(outcome.sealed.summary, [outcome.sealed.event])
      return { run: outcome.run, created: outcome.sealed !== undefined }
    },

    lease: (run) =>
      commit(() => {
        const epoch = statements.nextEpoch(run)
        if (epoch === undefined) throw unknownRun(run)
        return { run, epoch }
      }),

    append: async ({ run, epoch }, events) => {
      let done = 0
      while (done < events.length) {
        const { summary, annotation, recorded, size } = await commit(
          () => {
            const row = statements.run(run)
            if (row === undefined) throw unknownRun(run)
            if (row.epoch !== epoch)
              throw new EnsembleError('engine.lease', `Run ${run} is written by another holder now; this one stops.`)
            if (row.summary.damaged)
              throw new EnsembleError('run.damaged', `Run ${run} is damaged and cannot continue.`)
            const sealed = sealSome(run, row.summary.head, events, done, sealing)
            store(run, sealed)
            noteRedacted(run, sealed)
            const after = sealed.reduce((left, { event, head }) => foldRun(left, event, head.hash), row.summary)
            statements.updateRun(after)
            return {
              summary: after,
              annotation: row.annotation,
              recorded: sealed.map(({ event }) => event),
              size: sizeOf(sealed),
            }
          },
          ({ summary }) => ({ run, head: summary.head }),
        )
        done += recorded.length
        announce(shown(summary, annotation), recorded)
        // The waiting callers, who retry it.
        if (isLarge(size) || recorded.length >= MOST_AT_ONCE) await rest()
      }
    },

    readsBack: (run) => !redacted.has(run),

    signal: (run, key, body) =>
      commit(
        () => {
          if (statements.run(run) === undefined) throw unknownRun(run)
          return statements.putSignal(run, key, JSON.stringify(redactJson(body, redact))) ? 'accepted' : 'already'
        },
        () => ({ run, signal: key }),
      ),
  }
}
