import { t } from '../i18n/index.ts'
import { useGraph } from '../stores/graph.ts'
import { selectNode, selectTool } from '../stores/session.ts'

/** The graph's twin for those who do not see the drawing: the same nodes and delegations as a list. */
export function CanvasList() {
  const graph = useGraph()
  const names = new Map(graph.nodes.map((node) => [node.id, node.title ?? node.name]))
  return (
    <ul data-visually-hidden aria-label={t('canvas.listLabel')}>
      {graph.nodes.map((node) => (
        <li key={node.id}>
          <button type="button" tabIndex={-1} onClick={() => selectNode(node.id)}>
            {node.title ?? node.name}
          </button>
          <ul>
            {graph.edges
              .filter(({ from }) => from === node.id)
              .map((edge) => (
                <li key={edge.id}>
                  <button type="button" tabIndex={-1} onClick={() => selectTool(edge.from, edge.tool, edge.to)}>
                    {t('canvas.delegates', { tool: edge.tool, to: names.get(edge.to) ?? edge.to })}
                  </button>
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
