import type { Json, Problem } from '@ensemble/core'
import type { FlatRow } from '@ensemble/core/editor'
import { ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import { ConstraintField } from './ConstraintField.tsx'
import { constraintLabel, fitsField } from './constraints.ts'
import { rowName } from './row-name.ts'
import { ProblemMark } from './ProblemMark.tsx'
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
  readonly definitions: readonly FlatRow[]
  readonly onFollow: (() => void) | undefined
  readonly onReveal: (() => void) | undefined
  readonly problems: readonly Problem[] | undefined
  readonly onProblem: ((problem: Problem) => void) | undefined
}

const INDENT = 16
/** Keywords that have rows, or no meaning for a Call. */
const HIDDEN = new Set(['title', '$defs', 'definitions'])

/** One property: what it is called, what it is, whether it must be there, what it means; the rest below on demand. */
export function PropertyLine(props: PropertyLineProps) {
  const { row, owners, isDetailed, definitions, onEdit, onToggle, onDetails, onAddInside, onFollow, onReveal } = props
  const { problems = [], onProblem } = props
  const name = rowName(row)
  const isProperty = row.kind === 'property'
  const isNamed = isProperty || row.kind === 'definition'
  const shown = Object.entries(row.constraints).filter(([keyword]) => !HIDDEN.has(keyword))
  const isInField = ([keyword, value]: readonly [string, Json]): boolean => fitsField(keyword, value, row.types)
  const fields = shown.filter(isInField)
  const chips = shown.filter((one) => !isInField(one))
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
      data-row={row.key}
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
          {isNamed ? (
            <TextCell
              label={say('table.name')}
              value={row.name}
              isCode
              cell="name"
              commit="leaving"
              onChange={(to) => onEdit({ type: 'rename', row, name: to })}
            />
          ) : (
            <span className={styles.kind} title={`${row.kind} ${name}`}>
              {row.kind !== 'items' && <code>{row.kind}</code>} {name}
            </span>
          )}
          {onProblem !== undefined && <ProblemMark name={name} problems={problems} onGo={onProblem} />}
        </span>
        <TypeSelect row={row} name={name} definitions={definitions} onEdit={onEdit} />
        {isProperty ? (
          <label className={styles.required} title={say('table.required')}>
            <input
              type="checkbox"
              className={styles.check}
              aria-label={say('table.isRequired', { name })}
              checked={row.required}
              onChange={({ currentTarget }) => onEdit({ type: 'require', row, required: currentTarget.checked })}
            />
            <span aria-hidden>{say('table.requiredShort')}</span>
          </label>
        ) : (
          <span />
        )}
        <TextCell
          label={`${say('table.description')} ${name}`}
          value={row.description ?? ''}
          placeholder={say('table.describe')}
          cell="description"
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
        <div className={styles.chips} style={{ paddingLeft: row.level * INDENT + 38 }}>
          {fields.map(([keyword]) => (
            <ConstraintField key={keyword} row={row} name={name} keyword={keyword} onEdit={onEdit} />
          ))}
          {chips.length > 0 && (
            <button
              type="button"
              className={styles.chipButton}
              aria-label={say('table.details', { name })}
              onClick={onDetails}
              onFocus={onReveal}
            >
              {chips.map(([keyword, value]) => (
                <span key={keyword} className={styles.chip}>
                  {constraintLabel(keyword, value)}
                </span>
              ))}
            </button>
          )}
        </div>
      )}
      {isDetailed && <PropertyDetails row={row} name={name} owners={owners} onEdit={onEdit} onFollow={onFollow} />}
    </div>
  )
}
