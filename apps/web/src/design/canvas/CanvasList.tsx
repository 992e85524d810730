import type { GraphEdge } from '@ensemble/core'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { t } from '../../platform/i18n/index.ts'
import { graphStore, useGraph, type Picture } from '../../document/graph/graph-store.ts'
import { selectNode, selectTool } from '../../platform/session/session.ts'

const groupsOf = ({ groups }: Picture) => groups

/** The number of nodes shown: thousands would not help a screen reader and slow the page. */
const PAGE = 12

/** The graph's twin for those who do not see the drawing: the same nodes and delegations as a list, in pages. */
export function CanvasList() {
  const graph = useGraph()
  const [first, setFirst] = useState(0)
  const names = useMemo(() => new Map(graph.nodes.map((node) => [node.id, node.title ?? node.name])), [graph])
  const outgoing = useMemo(() => {
    const edges = new Map<string, GraphEdge[]>()
    for (const edge of graph.edges) edges.set(edge.from, [...(edges.get(edge.from) ?? []), edge])
    return edges
  }, [graph])
  const groups = useStore(graphStore, groupsOf)
  const start = first < graph.nodes.length ? first : 0
  const rest = graph.nodes.length - start - PAGE
  return (
    <ul data-visually-hidden aria-label={t('canvas.listLabel')}>
      {[...groups].map(([id, { title }]) => (
        <li key={id}>
          <button type="button" tabIndex={-1} onClick={() => selectNode(id)}>
            {t('canvas.group', { title })}
          </button>
        </li>
      ))}
      {start > 0 && (
        <li>
          <button type="button" tabIndex={-1} onClick={() => setFirst(start - PAGE)}>
            {t('canvas.listBefore')}
          </button>
        </li>
      )}
      {graph.nodes.slice(start, start + PAGE).map((node) => (
        <li key={node.id}>
          <button type="button" tabIndex={-1} onClick={() => selectNode(node.id)}>
            {node.title ?? node.name}
          </button>
          <ul>
            {outgoing
              .get(node.id)
              ?.slice(0, PAGE)
              .map((edge) => (
                <li key={edge.id}>
                  <button type="button" tabIndex={-1} onClick={() => selectTool(edge.from, edge.tool, edge.to)}>
                    {t(/^(?:activity|mcp):/.test(edge.to) ? 'canvas.isRunBy' : 'canvas.delegates', {
                      tool: edge.tool,
                      to: names.get(edge.to) ?? edge.to,
                    })}
                  </button>
                </li>
              ))}
          </ul>
        </li>
      ))}
      {rest > 0 && (
        <li>
          <button type="button" tabIndex={-1} onClick={() => setFirst(start + PAGE)}>
            {t('canvas.listMore', { count: rest })}
          </button>
        </li>
      )}
    </ul>
  )
}
