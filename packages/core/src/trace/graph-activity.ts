import { mcpServerOf } from '../idea/mcp-name.ts'
import { CountsHistory, movedCounts, NO_COUNTS, type Counts, type Phase } from './counts.ts'
import { History } from './history.ts'
import type { Span } from './span.ts'
import { loopOf, ordinalOf } from './span-path.ts'

/** The activity at one node of the module graph. Times in milliseconds since the epoch. */
export interface NodeCounts extends Counts {
  /** The newest Loop or Call: its span, and when it began. */
  readonly span: string
  readonly startedAt: number
  readonly endedAt?: number
  /** The newest Request, from 1; undefined before it and for Activities. */
  readonly turn?: number
  /** Span of the newest Request. */
  readonly request?: string
}

/** Activity by the graph's ids (docs/contract/api.md#shapes): nodes, `<node>/<tool>` rows, edges. */
export interface GraphActivity {
  readonly nodes: Map<string, History<NodeCounts>>
  readonly tools: Map<string, CountsHistory>
  readonly edges: Map<string, CountsHistory>
}

export const createGraphActivity = (): GraphActivity => ({ nodes: new Map(), tools: new Map(), edges: new Map() })

/** The id of an Idea’s node in the module graph. */
export const ideaNode = (name: string): string => `idea:${name}`
export const toolKey = (node: string, tool: string): string => `${node}/${tool}`

/** Takes one change of a span into the counts. */
export const foldActivity = (
  activity: GraphActivity,
  seq: number,
  before: Span | undefined,
  after: Span,
  spanOf: (id: string) => Span | undefined,
): void => {
  if (after.kind === 'request') {
    const loop = before === undefined ? spanOf(loopOf(after.id)) : undefined
    if (loop !== undefined) noteRequest(activity, seq, after, loop.module ?? loop.idea)
    return
  }
  const [earlier, now] = [nodesOf(before), nodesOf(after)]
  for (const node of now) moveNode(activity, seq, node, earlier.includes(node) ? before : undefined, after)
  if (after.kind === 'run' || after.tool === undefined) return
  const row = toolKey(ideaNode(after.idea), after.tool)
  move(activity.tools, seq, row, phaseOf(before), phaseOf(after))
  for (const target of now) {
    const from = earlier.includes(target) ? phaseOf(before) : undefined
    move(activity.edges, seq, `${row}/${target}`, from, phaseOf(after))
  }
}

/** The worker of an open span: the Run's Idea, a Call's module, or its Activity, with its MCP server. */
const nodesOf = (span: Span | undefined): readonly string[] => {
  if (span === undefined || span.kind === 'request') return NO_NODES
  if (span.kind === 'run') return [ideaNode(span.idea)]
  if (span.module !== undefined) return [ideaNode(span.module)]
  if (span.activity === undefined) return NO_NODES
  const server = mcpServerOf(span.activity)
  return server === undefined ? [`activity:${span.activity}`] : [`activity:${span.activity}`, `mcp:${server}`]
}
const NO_NODES: readonly string[] = []

const phaseOf = (span: Span | undefined): Phase | undefined => {
  switch (span?.status) {
    case 'running':
    case 'waiting':
    case 'failed':
      return span.status
    case 'completed':
      return 'done'
    case 'rejected':
      return 'failed'
    default:
      return undefined
  }
}

const move = (
  counts: Map<string, CountsHistory>,
  seq: number,
  key: string,
  from: Phase | undefined,
  to: Phase | undefined,
): void => {
  if (from === to) return
  let history = counts.get(key)
  if (history === undefined) counts.set(key, (history = new CountsHistory()))
  history.move(seq, from, to)
}

const moveNode = (activity: GraphActivity, seq: number, node: string, before: Span | undefined, after: Span): void => {
  const from = phaseOf(before)
  const to = phaseOf(after)
  if (from === to) return
  const history = historyOf(activity.nodes, node)
  const latest: NodeCounts = history.latest ?? { ...NO_COUNTS, ...newest(after) }
  const { running, waiting, done, failed } = movedCounts(latest, from, to)
  history.set(seq, {
    running,
    waiting,
    done,
    failed,
    ...(from === undefined ? newest(after) : { span: latest.span, startedAt: latest.startedAt }),
    endedAt: after.endedAt ?? (from === undefined ? undefined : latest.endedAt),
    turn: latest.turn,
    request: latest.request,
  })
}

const newest = ({ id, startedAt, openedAt }: Span): Pick<NodeCounts, 'span' | 'startedAt'> => ({
  span: id,
  startedAt: startedAt ?? openedAt,
})

const noteRequest = (activity: GraphActivity, seq: number, request: Span, idea: string): void => {
  const history = historyOf(activity.nodes, ideaNode(idea))
  const latest = history.latest ?? { ...NO_COUNTS, span: loopOf(request.id), startedAt: request.openedAt }
  history.set(seq, { ...latest, turn: ordinalOf(request.id) + 1, request: request.id })
}

const historyOf = <T>(histories: Map<string, History<T>>, key: string): History<T> => {
  const found = histories.get(key)
  if (found !== undefined) return found
  const history = new History<T>()
  histories.set(key, history)
  return history
}
