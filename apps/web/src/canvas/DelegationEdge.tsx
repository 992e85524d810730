import { BaseEdge, EdgeLabelRenderer, type Edge, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { t } from '../i18n/index.ts'
import { useEdgeActivity } from '../stores/run-activity.ts'
import { selectTool } from '../stores/session.ts'
import { classes } from '../ui/classes.ts'
import styles from './edge.module.css'
import type { EdgeGeometry } from './edge-geometry.ts'

export interface DelegationData extends Record<string, unknown> {
  readonly geometry: EdgeGeometry
  readonly tool: string
  readonly to: string
  readonly imports: string
  readonly requested: boolean
}
export type DelegationEdgeType = Edge<DelegationData, 'delegation'>

/** A delegation: from a Tool's row to the Idea that answers, with what passes on a chip. */
export const DelegationEdge = memo(function DelegationEdge(props: EdgeProps<DelegationEdgeType>) {
  const { id, source, data, selected } = props
  const activity = useEdgeActivity(id)
  if (data === undefined) return null
  const { geometry, tool, to, imports, requested } = data
  const running = activity?.running ?? 0
  const count = running > 0 ? running : (activity?.done ?? 0)
  const state = running > 0 ? styles.running : activity !== null && activity.done > 0 ? styles.done : undefined
  const label = imports === '' ? t('canvas.noImports') : t('canvas.imports', { imports })
  return (
    <>
      <BaseEdge
        id={id}
        path={geometry.d}
        className={classes(styles.edge, state, selected && styles.selected)}
        interactionWidth={18}
      />
      {(imports !== '' || count > 0 || requested) && (
        <EdgeLabelRenderer>
          <button
            type="button"
            className={classes('nodrag nopan', styles.chip, selected && styles.selectedChip)}
            style={{ transform: `translate(-50%, -50%) translate(${geometry.label.x}px, ${geometry.label.y}px)` }}
            title={requested ? `${label}; ${t('canvas.requested')}` : label}
            aria-label={`${t('canvas.delegates', { tool, to })}, ${label}`}
            onClick={() => selectTool(source, tool, to)}
          >
            {imports}
            {requested && '?'}
            {count > 0 && <b className={running > 0 ? styles.live : styles.past}>{count}</b>}
          </button>
        </EdgeLabelRenderer>
      )}
    </>
  )
})
