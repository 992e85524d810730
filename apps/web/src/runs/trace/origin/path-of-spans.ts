import { ideaName, parentOf, type TraceLog } from '@ensemble/core/trace'
import { ideaId } from '../../../document/texts/files.ts'

/** The nodes and delegations of the graph that some spans and everything around them used, by id. */
export const pathOfSpans = (log: TraceLog, spans: readonly string[]) => {
  const nodes = new Set<string>()
  const edges = new Set<string>()
  const seen = new Set<string>()
  for (const span of spans)
    for (let id: string | null = span; id !== null && !seen.has(id); id = parentOf(id)) {
      seen.add(id)
      const found = log.spans.byId.get(id)?.latest
      if (found === undefined) continue
      const from = ideaId(ideaName(found.idea))
      nodes.add(from)
      if (found.activity !== undefined) nodes.add(`activity:${found.activity}`)
      if (found.module === undefined || found.tool === undefined) continue
      const to = ideaId(ideaName(found.module))
      nodes.add(to)
      edges.add(`${from}/${found.tool}/${to}`)
    }
  return { nodes, edges }
}
