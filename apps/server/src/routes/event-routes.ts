import { EnsembleError, type Run } from '@ensemble/core'
import { type StreamEvent, hasEnded } from '@ensemble/core/journal'
import { createBriefWriter } from '@ensemble/core/trace'
import type { WorkspaceJournal } from '../engine/workspace-journal.ts'
import { type Send, eventStream } from '../http/event-stream.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { createPacker } from '../http/packer.ts'
import { createPace } from '../rest.ts'
import { type Route, json, noContent, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { findRun } from './run-routes.ts'
import { EVENTS_QUERY } from './run-schemas.ts'
import { ref } from './schemas.ts'

const MOST_LISTED = 1000
/** Recorded lines in one message to a client that catches up. */
const LINES = 500

const wantsJson = (request: Request): boolean => {
  const accept = request.headers.get('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/event-stream')
}

/** The place to resume from, or null for an id this run never gave out. */
const startAfter = (given: string | undefined, run: Run): number | null => {
  if (given === undefined || given === '') return 0
  const seq = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
  return seq <= run.head.seq ? seq : null
}

/** Lines as they were written, none of them parsed; with `brief` without what a page does not read. */
const createWriter = (run: string, brief: boolean): ((lines: readonly string[], first: number) => string) =>
  brief ? createBriefWriter(run) : (lines) => `[${lines.join(',')}]`

/** Reading and sending an empty event costs as much as this many characters. */
const EVENT_COST = 512

/** The Journal's run, its listener and its end. */
interface Delivery {
  readonly journal: WorkspaceJournal
  readonly run: string
  readonly send: Send
  readonly stop: AbortSignal
}

/** The events recorded after `after`, many lines in a message. Returns the last one. */
const sendRecorded = async (delivery: Delivery, after: number, brief: boolean): Promise<number> => {
  const { journal, run, send, stop } = delivery
  const write = createWriter(run, brief)
  let seq = after
  while (!stop.aborted) {
    const lines = await journal.readLines(run, seq, LINES)
    if (lines.length === 0) return seq
    const data = write(lines, seq + 1)
    seq += lines.length
    await send({ data, id: seq })
    if (lines.length < LINES) return seq
  }
  return seq
}

interface Packing {
  /** Milliseconds of events in one message. */
  readonly pack?: number | undefined
  readonly brief?: boolean | undefined
}

/** The Journal from `after` to its end, one event per message or packed by milliseconds. */
const sendJournal = async (delivery: Delivery, after: number, { pack, brief = false }: Packing): Promise<void> => {
  const { journal, run, send, stop } = delivery
  const pace = createPace()
  const sendOne = async (event: StreamEvent): Promise<void> => {
    const data = JSON.stringify(event)
    await send({ data, ...(event.seq !== null && { id: event.seq }) })
    await pace(EVENT_COST + data.length)
  }
  const packer =
    pack === undefined
      ? undefined
      : createPacker<StreamEvent>(pack, (events) => {
          const id = events.findLast(({ seq }) => seq !== null)?.seq ?? undefined
          return send({ data: JSON.stringify(events), ...(id !== undefined && { id }) })
        })
  try {
    const from = packer === undefined ? after : await sendRecorded(delivery, after, brief)
    for await (const event of journal.tail(run, from, stop)) await (packer ? packer.push(event) : sendOne(event))
  } catch (error) {
    if (!(error instanceof EnsembleError) || error.code !== 'run.damaged') throw error
    await packer?.flush()
    // More requests would answer the same: tell the client once not to ask again.
    await send({ event: 'damaged', data: JSON.stringify({ code: error.code, detail: error.message }) })
  }
  await packer?.flush()
  if (!stop.aborted) await send({ event: 'end', data: '{}' })
}

export const eventRoutes = ({ journal, streams, stopping }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/runs/{id}/events',
    summary: 'The Journal of a run, live or as JSON',
    query: EVENTS_QUERY,
    responses: {
      200: {
        description: 'One event per message; with Accept: application/json `{ events, next }`',
        type: 'text/event-stream',
        schema: ref('JournalEvent'),
        also: {
          'application/json': {
            type: 'object',
            required: ['events', 'next'],
            properties: {
              events: { type: 'array', items: ref('JournalEvent') },
              next: { type: ['integer', 'null'], description: 'the `after` of the page after it' },
            },
          },
        },
      },
      204: { description: 'Nothing comes after that id: the run has ended' },
    },
    handler: async ({ params, query, request }) => {
      const run = await findRun(journal, params['id'])
      // A browser's EventSource reconnects to its first address: only the header has its last id.
      const after = startAfter(request.headers.get('last-event-id') || query.after, run)
      if (wantsJson(request)) {
        const limit = query.limit ?? MOST_LISTED
        const events = await journal.read(run.id, { after: after ?? 0, limit })
        const last = events.at(-1)?.seq ?? after ?? 0
        return json({ events, next: last < run.head.seq ? last : null })
      }
      if (after !== null && after > 0 && after === run.head.seq && hasEnded(run)) return noContent()
      const onEnd = streams.enter(request)
      const produce = async (send: Send, left: AbortSignal): Promise<void> => {
        if (after === null) await send({ event: 'reset', data: '{}' })
        const stop = AbortSignal.any([left, stopping])
        await sendJournal({ journal, run: run.id, send, stop }, after ?? 0, query)
      }
      return eventStream(request, produce, { onEnd })
    },
  }),
  route({
    method: 'GET',
    path: '/api/runs/{id}/bodies/{hash}',
    summary: 'A value over 4 KiB that an event has as its hash',
    responses: { 200: { description: 'The JSON text', schema: ref('Json') } },
    handler: async ({ params }) => {
      await findRun(journal, params['id'])
      const hash = params['hash'] ?? ''
      const bytes = /^[0-9a-f]{64}$/.test(hash) ? await journal.bodies.get(hash) : undefined
      if (bytes === undefined) throw new HttpProblem(404, 'body.unknown', `There is no value ${hash} in this run.`)
      return new Response(new Uint8Array(bytes), {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'private, max-age=31536000, immutable',
        },
      })
    },
  }),
]
