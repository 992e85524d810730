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
  const isUsed = row.kind === 'definition' && row.uses > 0
  return (
    <span className={styles.actions}>
      <IconButton
        label={say('table.details', { name })}
        Icon={SlidersHorizontal}
        size={13}
        data-details
        aria-expanded={isDetailed}
        onClick={onDetails}
      />
      {row.types.includes('object') && (
        <IconButton label={say('table.addInside', { name })} Icon={Plus} size={13} onClick={onAddInside} />
      )}
      {row.combinations.map((kind) => (
        <IconButton
          key={kind}
          label={say(row.combinations.length > 1 ? 'table.addAlternativeTo' : 'table.addAlternative', { name, kind })}
          Icon={Plus}
          size={13}
          onClick={() =>
            onEdit({
              type: 'addAlternative',
              pointer: row.pointer,
              kind,
              ...(row.discriminator !== undefined && kind !== 'allOf' && { discriminator: row.discriminator }),
            })
          }
        />
      ))}
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
      {/* One that is used says so first, where it can be removed all the same. */}
      <IconButton
        label={say('table.remove', { name })}
        title={isUsed ? say('table.uses', { count: row.uses }) : say('table.remove', { name })}
        Icon={X}
        size={13}
        onClick={() => {
          if (!isUsed) onEdit({ type: 'remove', row })
          else if (!isDetailed) onDetails()
        }}
      />
    </span>
  )
}
