import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { t } from '../../platform/i18n/index.ts'
import { useEdgesActivity } from '../../runs/open/run-activity.ts'
import { selectTool } from '../../platform/session/session.ts'
import { classes } from '../../platform/ui/classes.ts'
import { ARROW } from './ArrowShape.tsx'
import styles from './edge.module.css'
import type { EdgeGeometry } from './edge-geometry.ts'
import { ImportsChip } from './ImportsChip.tsx'
import { useIsEdgeLit } from './light.ts'

export interface DelegationData extends Record<string, unknown> {
  readonly geometry: EdgeGeometry
  readonly tool: string
  readonly to: string
  readonly toName: string
  readonly imports: string
  readonly requested: boolean
  /** Ids of the delegations it represents: itself, or, in the far view, all that lead the same way. */
  readonly merged: readonly string[]
}

const NONE: readonly string[] = []

export type DelegationEdgeType = Edge<DelegationData, 'delegation'>

/** A delegation: from a Tool's row to the Idea that answers, with what passes on a chip. */
export const DelegationEdge = memo(function DelegationEdge(props: EdgeProps<DelegationEdgeType>) {
  const { id, source, data, selected = false } = props
  const merged = data?.merged ?? NONE
  const activity = useEdgesActivity(merged)
  const isLit = useIsEdgeLit(merged)
  if (data === undefined) return null
  const { geometry, tool, to, toName, imports, requested } = data
  const isRunning = activity !== null && activity.running > 0
  const isDone = activity !== null && !isRunning && activity.done > 0
  const passes = imports === '' ? t('canvas.noImports') : t('canvas.imports', { imports })
  return (
    <>
      <BaseEdge
        id={id}
        path={geometry.d}
        className={classes(
          styles.edge,
          isRunning && styles.running,
          isDone && styles.done,
          isLit && styles.lit,
          selected && styles.selected,
        )}
        markerEnd={`url(#${ARROW})`}
        interactionWidth={18}
      />
      {geometry.label !== null && (
        <ImportsChip
          at={geometry.label}
          imports={imports}
          edges={geometry.group}
          requested={requested}
          selected={selected}
          label={`${t('canvas.delegates', { tool, to: toName })}, ${passes}`}
          onSelect={() => selectTool(source, tool, to)}
        />
      )}
    </>
  )
})
