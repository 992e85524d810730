import type { RunStatus } from '../journal/run-types.ts'
import { mergeObjects } from '../request/state.ts'
import { toolKey } from './graph-activity.ts'
import { addUsage, NO_USAGE, type Span } from './span.ts'
import { totalsAt } from './span-totals.ts'
import type { Cursor, TraceLog } from './log-types.ts'

/** `seq` is clamped to what the log holds. */
export const cursorAt = (log: TraceLog, wanted: number = log.events.length): Cursor => {
  const seq = Math.max(0, Math.min(wanted, log.events.length))
  const span = (id: string): Span | undefined => log.spans.byId.get(id)?.at(seq)
  return {
    seq,
    time: log.times[seq - 1] ?? 0,
    status: runStatus(span('')),
    span,
    spans: () => {
      const spans: Span[] = []
      for (const history of log.spans.inOrder) {
        const found = history.at(seq)
        if (found === undefined) break
        spans.push(found)
      }
      return spans
    },
    totals: (id) => totalsAt(log.spans.totals, id, seq),
    total: (id) => totalsAt(log.spans.totals, id, seq).reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
    node: (id) => log.activity.nodes.get(id)?.at(seq),
    tool: (node, tool) => log.activity.tools.get(toolKey(node, tool))?.at(seq),
    edge: (id) => log.activity.edges.get(id)?.at(seq),
    state(loop, instance) {
      const worlds = log.states.get(loop)
      const shared = worlds?.get(undefined)?.history.at(seq) ?? {}
      return instance === undefined ? shared : mergeObjects(shared, worlds?.get(instance)?.history.at(seq) ?? {})
    },
    statefulLoops: () =>
      [...log.states].flatMap(([loop, worlds]) =>
        [...worlds.values()].some(({ history }) => history.since <= seq) ? [loop] : [],
      ),
  }
}

const runStatus = (run: Span | undefined): RunStatus =>
  run === undefined ? 'queued' : run.status === 'rejected' ? 'failed' : run.status
