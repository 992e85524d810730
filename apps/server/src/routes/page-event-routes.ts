import { EnsembleError, type Run } from '@ensemble/core'
import { type Send, eventStream } from '../http/event-stream.ts'
import { createPacker } from '../http/packer.ts'
import { type Route, route } from '../http/route.ts'
import type { Services } from '../services.ts'

const PACK_MS = 50
const MOST_FOLLOWED = 20

const QUERY = {
  type: 'object',
  properties: { from: { type: 'string', description: 'RUN:SEQ,… : Journals to follow, each after its seq' } },
} as const

/** `RUN:SEQ,…`; what is not of that form is left out. */
const parseFrom = (from: string): readonly { readonly run: string; readonly after: number }[] =>
  from
    .split(',')
    .map((entry) => /^([\w-]{1,100}):(\d{1,15})$/.exec(entry.trim()))
    .flatMap((match) => (match?.[1] !== undefined ? [{ run: match[1], after: Number(match[2]) }] : []))
    .slice(0, MOST_FOLLOWED)

/**
 * The events that one page follows: `run.changed { run }`, `run.removed { run }` with its id, `file.changed { file,
 * etag }`, `activities.changed`, `losses.changed`, `journal { events }`, and `journal.reset { run }` before a Journal that has no such
 * seq.
 */
export const pageEventRoutes = ({ journal, streams, workspace, stopping }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/events',
    summary: 'One stream for a page: runs, files, approvals, and the Journals it asks for',
    query: QUERY,
    responses: { 200: { description: 'Arrays of values told apart by `type`', type: 'text/event-stream' } },
    handler: ({ query, request }) => {
      const onEnd = streams.enter(request)
      const produce = async (send: Send, left: AbortSignal): Promise<void> => {
        const stop = AbortSignal.any([left, stopping])
        const changed = new Map<string, Run>()
        const packer = createPacker<unknown>(PACK_MS, async (values) => {
          const runs = [...changed.values()].map((run) => ({ type: 'run.changed', run }))
          changed.clear()
          await send({ data: JSON.stringify([...runs, ...values.filter((value) => value !== 'runs')]) })
        })
        const leave = [
          journal.onRun((run) => {
            // Only the last of many changes to one run in a moment matters.
            if (changed.size === 0) void packer.push('runs')
            changed.set(run.id, run)
          }),
          journal.onRemoved((run) => {
            changed.delete(run)
            void packer.push({ type: 'run.removed', run })
          }),
          workspace.events.on((event) => void packer.push(event)),
        ]
        const follow = async ({ run, after }: { readonly run: string; readonly after: number }): Promise<void> => {
          const known = await journal.runs.get(run)
          if (known === undefined) return
          // As in the stream of one run: an unknown seq isn't a place to resume from.
          const isThere = after <= known.head.seq
          if (!isThere) await packer.push({ type: 'journal.reset', run })
          try {
            for await (const event of journal.tail(run, isThere ? after : 0, stop))
              await packer.push({ type: 'journal', run, events: [event] })
          } catch (error) {
            if (!(error instanceof EnsembleError)) throw error
            // It is damaged or gone from now on; the page's other streams continue.
            const found = await journal.runs.get(run)
            if (found !== undefined) await packer.push({ type: 'run.changed', run: found })
          }
        }
        const followed = parseFrom(query.from ?? '').map(follow)
        const ended = new Promise<void>((resolve) => {
          if (stop.aborted) resolve()
          else stop.addEventListener('abort', () => resolve(), { once: true })
        })
        try {
          await Promise.race([ended, Promise.all(followed).then(() => ended)])
        } finally {
          for (const end of leave) end()
        }
        await Promise.allSettled(followed)
      }
      return eventStream(request, produce, { onEnd })
    },
  }),
]
