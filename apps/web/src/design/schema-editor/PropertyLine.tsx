import type { FlatRow } from '@ensemble/core/editor'
import { ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import { constraintLabel } from './constraints.ts'
import { PropertyActions } from './PropertyActions.tsx'
import { PropertyDetails } from './PropertyDetails.tsx'
import styles from './property-table.module.css'
import { say } from './say.ts'
import type { TableEdit } from './table-edits.ts'
import { TextCell } from './TextCell.tsx'
import { TypeSelect } from './TypeSelect.tsx'

interface PropertyLineProps {
  readonly row: FlatRow
  readonly owners: readonly { readonly pointer: string; readonly label: string }[]
  readonly isDetailed: boolean
  readonly onEdit: (edit: TableEdit) => void
  readonly onToggle: () => void
  readonly onDetails: () => void
  readonly onAddInside: () => void
  readonly onReveal: (() => void) | undefined
}

const INDENT = 16

const nameOf = (row: FlatRow): string => {
  if (row.kind === 'property') return row.name
  return row.kind === 'items'
    ? say('table.items')
    : say('table.alternative', { number: Number(row.pointer.split('/').at(-1)) + 1 })
}

/** One property: what it is called, what it is, whether it must be there, what it means; the rest below on demand. */
export function PropertyLine(props: PropertyLineProps) {
  const { row, owners, isDetailed, onEdit, onToggle, onDetails, onAddInside, onReveal } = props
  const name = nameOf(row)
  const isProperty = row.kind === 'property'
  const shown = Object.entries(row.constraints).filter(([keyword]) => keyword !== 'title')
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || !isProperty) return
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onEdit({ type: 'move', row, by })
  }
  return (
    <div
      className={classes(styles.row, isDetailed && styles.detailed)}
      role="group"
      data-row={row.pointer}
      aria-label={name}
      onKeyDown={onKeyDown}
    >
      <div className={styles.line}>
        <span className={styles.name} style={{ paddingLeft: row.level * INDENT }}>
          <button
            type="button"
            className={classes(styles.caret, row.isOpen && styles.caretOpen)}
            aria-label={say('table.open', { name })}
            aria-expanded={row.isOpen}
            disabled={!row.hasChildren}
            onClick={onToggle}
          >
            <ChevronRight size={13} aria-hidden />
          </button>
          {isProperty ? (
            <TextCell
              label={say('table.name')}
              value={row.name}
              isCode
              commit="leaving"
              onChange={(to) => onEdit({ type: 'rename', row, name: to })}
            />
          ) : (
            <span className={styles.kind}>{name}</span>
          )}
        </span>
        <TypeSelect row={row} name={name} onEdit={onEdit} />
        {isProperty ? (
          <input
            type="checkbox"
            className={styles.check}
            aria-label={say('table.isRequired', { name })}
            title={say('table.required')}
            checked={row.required}
            onChange={({ currentTarget }) => onEdit({ type: 'require', row, required: currentTarget.checked })}
          />
        ) : (
          <span />
        )}
        <TextCell
          label={`${say('table.description')} ${name}`}
          value={row.description ?? ''}
          placeholder={say('table.describe')}
          commit="typing"
          onChange={(description) => onEdit({ type: 'describe', row, description })}
        />
        <PropertyActions
          row={row}
          name={name}
          isDetailed={isDetailed}
          onEdit={onEdit}
          onDetails={onDetails}
          onAddInside={onAddInside}
        />
      </div>
      {shown.length > 0 && !isDetailed && (
        <button
          type="button"
          className={styles.chips}
          style={{ paddingLeft: row.level * INDENT + 38 }}
          aria-label={say('table.details', { name })}
          onClick={onDetails}
          onFocus={onReveal}
        >
          {shown.map(([keyword, value]) => (
            <span key={keyword} className={styles.chip}>
              {constraintLabel(keyword, value)}
            </span>
          ))}
        </button>
      )}
      {isDetailed && <PropertyDetails row={row} name={name} owners={owners} onEdit={onEdit} />}
    </div>
  )
}
