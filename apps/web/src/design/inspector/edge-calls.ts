import type { GraphEdge } from '@ensemble/core'
import type { EventData } from '@ensemble/core/journal'
import { ideaName, loopOf, loopStart, type TraceLog } from '@ensemble/core/trace'

type Counted = EventData['module.entered']['passed']

/** The data that the Calls of one edge passed on in a Run, up to an event. */
export interface EdgeCalls {
  readonly calls: number
  readonly passed: Counted
  readonly withheld: Counted
}

const nodeName = (node: string): string => ideaName(node.replace(/^(?:idea|url|missing):/u, ''))

const callerOf = (log: TraceLog, loop: string): string | undefined => {
  const [created] = log.events
  if (loop === '') return created?.type === 'run.created' ? ideaName(created.data.idea) : undefined
  const address = loopStart(log, loop)?.entered?.address
  return address === undefined ? undefined : ideaName(address)
}

/** Undefined where no Call of the edge entered its module so far. */
export function callsOfEdge(log: TraceLog, edge: GraphEdge, until = Number.POSITIVE_INFINITY): EdgeCalls | undefined {
  const [from, to] = [nodeName(edge.from), nodeName(edge.to)]
  const entered = log.events.flatMap((event) => {
    if (event.type !== 'module.entered' || event.seq > until || ideaName(event.data.address) !== to) return []
    const isOfTool = (log.bySpan.get(event.span) ?? []).some((seq) => {
      const proposed = log.events[seq - 1]
      return proposed?.type === 'call.proposed' && proposed.data.tool === edge.tool
    })
    return isOfTool && callerOf(log, loopOf(event.span)) === from ? [event.data] : []
  })
  if (entered.length === 0) return undefined
  return {
    calls: entered.length,
    passed: sum(entered.flatMap(({ passed }) => passed)),
    withheld: sum(entered.flatMap(({ withheld }) => withheld)),
  }
}

const sum = (counts: Counted): Counted => {
  const byName = new Map<string, Counted[number]>()
  for (const each of counts) {
    const key = `${each.type}:${each.kind ?? ''}`
    byName.set(key, { ...each, count: (byName.get(key)?.count ?? 0) + each.count })
  }
  return [...byName.values()]
}
