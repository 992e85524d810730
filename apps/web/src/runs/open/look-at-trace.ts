import type { BlastRadius } from '@ensemble/core/run'
import type { Span, TraceLog } from '@ensemble/core/trace'
import { CLOSED, runStore, type Reach } from './run-view.ts'
import { follow } from './run-playback.ts'
import type { SpanFilter, TraceView } from './trace-view.ts'

const change = (patch: (trace: TraceView) => Partial<TraceView>): void =>
  runStore.setState(({ trace }) => ({ trace: { ...trace, ...patch(trace) } }))

export const setQuery = (query: string): void => change(() => ({ query }))
export const setFilter = (asked: Partial<SpanFilter>): void =>
  change(({ filter }) => ({ filter: { ...filter, ...asked } }))
export function stopFollowing(): void {
  if (runStore.getState().trace.isFollowing) change(() => ({ isFollowing: false }))
}
/** Back to the newest event, whose span stays in sight as more arrive. */
export function followRun(): void {
  change(() => ({ isFollowing: true }))
  runStore.setState({ selectedSpan: null })
  follow()
}

export const setZoom = (zoom: TraceView['zoom']): void => change(() => ({ zoom }))

/** Shortens long waits on the time line, or shows them as long as they were. */
export const toggleTrueScale = (): void => change(({ isTrueScale }) => ({ isTrueScale: !isTrueScale }))

export const toggleSpan = (id: string): void => change(({ collapsed }) => ({ collapsed: toggled(collapsed, id) }))
/** Shows the equal siblings of a line one by one, or as one again. */
export const toggleGroup = (id: string): void => change(({ opened }) => ({ opened: toggled(opened, id) }))

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const after = new Set(ids)
  if (!after.delete(id)) after.add(id)
  return after
}

/** The first that holds of a span or a node is what it shows. */
const BY_WEIGHT = ['reruns', 'depends', 'unreached', 'kept'] as const

/** Marks what a fork with the edit under way would do with each span and each node of the graph. */
export function showBlastRadius(log: TraceLog, radius: BlastRadius): void {
  const spans = new Map<string, Reach>()
  const nodes = new Map<string, Reach>()
  for (const reach of BY_WEIGHT)
    for (const key of radius[reach]) {
      const id = spanOf(key)
      if (!spans.has(id)) spans.set(id, reach)
      for (const node of nodesOf(log.spans.byId.get(id)?.latest)) if (!nodes.has(node)) nodes.set(node, reach)
    }
  runStore.setState({ reach: { spans, nodes } })
}

export const clearBlastRadius = (): void => runStore.setState({ reach: CLOSED.reach })

/** The span of a recorded fact: `request/0/call/1#call.completed` is one of `request/0/call/1`. */
export const spanOf = (key: string): string => key.split('#', 1)[0] ?? key

/** The nodes that a step belongs to: the work of an Activity to its Idea, too, since the graph may hide Activities. */
const nodesOf = (span: Span | undefined): readonly string[] => {
  if (span?.kind === 'request') return [`idea:${span.idea}`]
  return span?.activity === undefined ? [] : [`activity:${span.activity}`, `idea:${span.idea}`]
}
