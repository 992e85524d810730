import type { FlatRow } from '@ensemble/core/editor'
import { classes } from '../../platform/ui/classes.ts'
import styles from './property-table.module.css'
import { say } from './say.ts'
import { NULLABLE, type TableEdit } from './table-edits.ts'

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'any', 'anyOf'] as const

const typeOf = (row: FlatRow): string => {
  if (row.ref !== undefined) return row.ref
  if (row.types.length > 0) return row.types.join(' | ')
  return row.hasAlternatives ? 'anyOf' : 'any'
}

interface TypeSelectProps {
  readonly row: FlatRow
  readonly name: string
  readonly onEdit: (edit: TableEdit) => void
}

/** The type of a property: what it is now, and what it can become. */
export function TypeSelect({ row, name, onEdit }: TypeSelectProps) {
  const type = typeOf(row)
  const base = type.endsWith(NULLABLE) ? type.slice(0, -NULLABLE.length) : type
  return (
    <select
      className={classes(styles.cell, styles.code, styles.type)}
      aria-label={`${say('table.type')} ${name}`}
      title={row.typeLabel}
      value={type}
      onChange={({ currentTarget }) => onEdit({ type: 'retype', row, to: currentTarget.value })}
    >
      {!TYPES.some((one) => one === type) && <option value={type}>{type}</option>}
      {TYPES.map((one) => (
        <option key={one}>{one}</option>
      ))}
      {base !== 'any' && base !== 'anyOf' && row.ref === undefined && type === base && (
        <option value={base + NULLABLE}>{base + NULLABLE}</option>
      )}
    </select>
  )
}
