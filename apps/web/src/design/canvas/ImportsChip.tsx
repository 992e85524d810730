import { EdgeLabelRenderer } from '@xyflow/react'
import { classes } from '../../platform/ui/classes.ts'
import type { ChipPlace } from './edge-geometry.ts'
import styles from './edge.module.css'
import { useGroupActivity } from './use-group-activity.ts'

interface ImportsChipProps {
  readonly at: ChipPlace
  readonly imports: string
  /** The delegations that the chip speaks for. */
  readonly edges: readonly string[]
  readonly requested: boolean
  readonly selected: boolean
  readonly label: string
  readonly onSelect: () => void
}

/** The data on a delegation, and its number of current and past Calls. */
export function ImportsChip({ at, imports, edges, requested, selected, label, onSelect }: ImportsChipProps) {
  const { running, done } = useGroupActivity(edges)
  const count = running > 0 ? running : done
  if (imports === '' && count === 0 && !requested) return null
  return (
    <EdgeLabelRenderer>
      <button
        type="button"
        className={classes('nodrag nopan', styles.chip, selected && styles.selectedChip)}
        style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)`, maxWidth: at.width }}
        data-edge={edges[0]}
        aria-label={label}
        onClick={onSelect}
      >
        {imports !== '' && <span className={styles.imports}>{imports}</span>}
        {requested && <span>?</span>}
        {count === 0 && edges.length > 1 && <span className={styles.times}>×{edges.length}</span>}
        {count > 0 && <b className={running > 0 ? styles.live : styles.past}>{count}</b>}
      </button>
    </EdgeLabelRenderer>
  )
}
