import type { FlatRow } from '@ensemble/core/editor'
import { ArrowDown, ArrowUp, Plus, SlidersHorizontal, X } from 'lucide-react'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import styles from './property-table.module.css'
import { say } from './say.ts'
import type { TableEdit } from './table-edits.ts'

interface PropertyActionsProps {
  readonly row: FlatRow
  readonly name: string
  readonly isDetailed: boolean
  readonly onEdit: (edit: TableEdit) => void
  readonly onDetails: () => void
  readonly onAddInside: () => void
}

/** The actions for a whole property. */
export function PropertyActions({ row, name, isDetailed, onEdit, onDetails, onAddInside }: PropertyActionsProps) {
  return (
    <span className={styles.actions}>
      <IconButton
        label={say('table.details', { name })}
        Icon={SlidersHorizontal}
        size={13}
        aria-expanded={isDetailed}
        onClick={onDetails}
      />
      {row.types.includes('object') && (
        <IconButton label={say('table.addInside', { name })} Icon={Plus} size={13} onClick={onAddInside} />
      )}
      {row.hasAlternatives && (
        <IconButton
          label={say('table.addAlternative', { name })}
          Icon={Plus}
          size={13}
          onClick={() => onEdit({ type: 'addAlternative', row, kind: 'anyOf' })}
        />
      )}
      {row.kind === 'property' && (
        <>
          <IconButton
            label={say('table.moveUp', { name })}
            Icon={ArrowUp}
            size={13}
            disabled={row.place[0] === 0}
            onClick={() => onEdit({ type: 'move', row, by: -1 })}
          />
          <IconButton
            label={say('table.moveDown', { name })}
            Icon={ArrowDown}
            size={13}
            disabled={row.place[0] === row.place[1] - 1}
            onClick={() => onEdit({ type: 'move', row, by: 1 })}
          />
        </>
      )}
      <IconButton
        label={say('table.remove', { name })}
        Icon={X}
        size={13}
        onClick={() => onEdit({ type: 'remove', row })}
      />
    </span>
  )
}
