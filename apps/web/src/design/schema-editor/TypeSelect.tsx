import type { FlatRow } from '@ensemble/core/editor'
import type { KeyboardEvent } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import styles from './property-table.module.css'
import { say } from './say.ts'
import { COMBINATIONS, NULLABLE, type TableEdit } from './table-edits.ts'
import { nextByLetter, typeOf } from './type-words.ts'

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'any'] as const
const LISTS = ['string[]', 'number[]', 'integer[]', 'object[]'] as const

interface TypeSelectProps {
  readonly row: FlatRow
  readonly name: string
  /** The definitions that the row may refer to. */
  readonly definitions: readonly FlatRow[]
  readonly onEdit: (edit: TableEdit) => void
}

const referenceTo = ({ pointer, base }: FlatRow): string => `#${pointer.slice(base.length).replaceAll('%', '%25')}`

/** The type of a property: what it is now, and what it can become. Letters choose as in a list of names. */
export function TypeSelect({ row, name, definitions, onEdit }: TypeSelectProps) {
  const type = typeOf(row)
  const isPlain = TYPES.some((one) => one === type) && type !== 'any'
  const own: readonly string[] = [...TYPES, ...LISTS, ...COMBINATIONS]
  const others = definitions.map((definition) => ({ value: referenceTo(definition), label: `→ ${definition.name}` }))
  const extra = own.includes(type) || others.some(({ value }) => value === type) ? [] : [type]
  const nullable = isPlain ? [type + NULLABLE] : []
  // A definition is found by its name.
  const names = new Map(definitions.map((definition) => [definition.name, referenceTo(definition)]))
  const options = [...extra, ...own, ...nullable, ...names.keys()]
  const current = definitions.find((definition) => referenceTo(definition) === type)?.name ?? type
  const choose = (to: string): void => {
    if (to !== type) onEdit({ type: 'retype', row, to })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || !/^[a-z]$/iu.test(event.key)) return
    const next = nextByLetter(options, current, event.key)
    if (next === undefined) return
    event.preventDefault()
    choose(names.get(next) ?? next)
  }
  return (
    <select
      className={classes(styles.cell, styles.code, styles.type)}
      data-cell="type"
      aria-label={`${say('table.type')} ${name}`}
      title={row.typeLabel}
      value={type}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      onKeyDown={onKeyDown}
    >
      {[...extra, ...TYPES, ...nullable, ...LISTS, ...COMBINATIONS].map((one) => (
        <option key={one}>{one}</option>
      ))}
      {others.length > 0 && (
        <optgroup label={say('table.definitions')}>
          {others.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  )
}
