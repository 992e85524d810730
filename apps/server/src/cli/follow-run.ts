import { EnsembleError, type JournalEvent, type OpenApproval } from '@ensemble/core'
import { type TraceLog, appendEvent, createTraceLog } from '@ensemble/core/trace'
import { approveAtPrompt } from './approve-at-prompt.ts'
import type { Client } from './client.ts'
import { readEvents } from './read-events.ts'
import { renderTree } from './run-tree.ts'
import { createEventLines } from './event-line.ts'
import type { LiveArea, Terminal } from './terminal.ts'
import { printable } from './printable.ts'

/** On the error stream, as lines for people. */
const tell = (line: string): void => console.error(printable(line, '  '))

/** How often the tree is redrawn: times pass while nothing happens. */
const FRAME_MS = 120

export type Ended =
  | { readonly type: 'ended'; readonly last: JournalEvent }
  /** A Call waits for a person, and there is no prompt here. */
  | { readonly type: 'unanswered'; readonly approval: OpenApproval }
  /** The process that did the work stopped before its end; `seq` of the last event that came. */
  | { readonly type: 'left'; readonly seq: number }

export interface FollowOptions {
  readonly terminal: Terminal
  /** Events as JSON lines rather than a tree. */
  readonly json: boolean
  /** Where those go. */
  readonly print: (line: string) => void
  /** `seq` of the last event that was shown; 0 by default. */
  readonly seen?: number
}

/** The live tree of a Run, redrawn in place. */
const drawTree = (log: TraceLog, live: LiveArea, style: Terminal['style']) => {
  let paused = false
  const draw = (): void => {
    if (paused) return
    const { columns, rows } = live
    live.draw(renderTree(log, { now: Date.now(), columns, rows, style }))
  }
  const timer = setInterval(draw, FRAME_MS)
  return {
    /** Clears the live tree while a question is shown. */
    aside: async (work: () => Promise<void>): Promise<void> => {
      paused = true
      live.clear()
      try {
        await work()
      } finally {
        paused = false
      }
    },
    end: (): void => {
      clearInterval(timer)
      draw()
    },
  }
}

const ENDS: readonly JournalEvent['type'][] = ['run.completed', 'run.failed', 'run.cancelled']

const seqOf = (last: JournalEvent | undefined): number => last?.seq ?? 0

const openIn = async (client: Client, run: string): Promise<readonly OpenApproval[]> =>
  (await client.call('GET', '/api/approvals')).filter((approval) => approval.run === run)

/**
 * Shows a Run until it ends, as a tree, lines or JSON events, and asks for approvals at the prompt. Without one it
 * leaves the Run waiting: a script would wait forever.
 */
export const followRun = async (
  client: Client,
  id: string,
  { terminal, json, print, seen = 0 }: FollowOptions,
): Promise<Ended> => {
  const { live, ask, style } = terminal
  const toLine = createEventLines()
  const log = createTraceLog()
  const tree = live === undefined || json ? undefined : drawTree(log, live, style)
  const stop = new AbortController()
  const asked = new Set<string>()
  let last: JournalEvent | undefined
  let asking = Promise.resolve()

  const askAll = async (): Promise<void> => {
    for (const approval of await openIn(client, id)) {
      // A Call may be asked about again, with the same arguments.
      const key = `${approval.callId} ${approval.question}`
      if (asked.has(key) || ask === undefined) continue
      asked.add(key)
      const question = (): Promise<void> => approveAtPrompt(client, approval, { ask, style }, stop.signal)
      await (tree === undefined ? question() : tree.aside(question))
    }
  }

  try {
    for await (const event of readEvents(await client.stream('/api/runs/{id}/events', { path: { id } }))) {
      appendEvent(log, event)
      if (event.seq === null) continue
      last = event
      const isNew = event.seq > seen
      const line = json ? JSON.stringify(event) : toLine(event)
      if (tree === undefined && line !== undefined && isNew) (json ? print : tell)(line)
      if (event.type !== 'run.waiting' && event.type !== 'approval.requested') continue
      // A decision of somebody else ends the stream while a question is still on the screen.
      if (ask !== undefined && !json) asking = asking.then(askAll).catch(() => undefined)
      else if (event.type === 'run.waiting' && event.data.waitingFor.some(({ type }) => type !== 'restart')) {
        const [approval] = await openIn(client, id)
        if (approval !== undefined) return { type: 'unanswered', approval }
      }
    }
    return last !== undefined && ENDS.includes(last.type) ? { type: 'ended', last } : { type: 'left', seq: seqOf(last) }
  } catch (error) {
    // A connection that broke rather than ended.
    if (client.isOwn || error instanceof EnsembleError) throw error
    return { type: 'left', seq: seqOf(last) }
  } finally {
    stop.abort()
    await asking
    tree?.end()
  }
}
