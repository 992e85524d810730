import type { Json } from '@ensemble/core'
import type { FlatRow } from '@ensemble/core/editor'
import { useState, type KeyboardEvent } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import { docsOf, inlineKind, readConstraint, writeConstraint } from './constraints.ts'
import styles from './property-table.module.css'
import { say } from './say.ts'
import type { TableEdit } from './table-edits.ts'

interface ConstraintFieldProps {
  readonly row: FlatRow
  readonly name: string
  readonly keyword: string
  readonly onEdit: (edit: TableEdit) => void
}

/** One constraint in one short field: a number, a pattern, a format, the values of an enum. Empty removes it. */
export function ConstraintField({ row, name, keyword, onEdit }: ConstraintFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const value = row.constraints[keyword]
  const shown = value === undefined ? '' : writeConstraint(keyword, value)
  const read = draft === null ? undefined : readConstraint(keyword, draft, row.types)
  const change = (next: Json | undefined): void => onEdit({ type: 'constrain', row, keyword, value: next })
  const type = (text: string): void => {
    setDraft(text)
    const next = readConstraint(keyword, text, row.types)
    if (next !== null && !isMidway(value, next)) change(next)
  }
  const leave = (): void => {
    if (draft !== null && read !== null && JSON.stringify(read) !== JSON.stringify(value)) change(read)
    setDraft(null)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') leave()
    if (event.key !== 'Escape' || draft === null) return
    event.stopPropagation()
    setDraft(null)
  }
  const list = `formats-${row.key}`
  return (
    <label className={styles.field} title={docsOf(keyword)}>
      <code>{keyword}</code>
      <input
        aria-label={`${keyword} ${name}`}
        className={classes(styles.cell, styles.code, styles.boxed)}
        data-kind={inlineKind(keyword)}
        inputMode={inlineKind(keyword) === 'number' ? 'decimal' : undefined}
        placeholder={inlineKind(keyword) === 'list' ? say('table.enumHint') : undefined}
        aria-invalid={read === null}
        list={keyword === 'format' ? list : undefined}
        spellCheck={false}
        autoComplete="off"
        value={draft ?? shown}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {keyword === 'format' && (
        <datalist id={list}>
          {FORMAT_NAMES.map((format) => (
            <option key={format}>{format}</option>
          ))}
        </datalist>
      )}
    </label>
  )
}

/** A renamed value is shortest, or equal to another, while it is typed: without it, what asks for it would be left behind. */
const isMidway = (before: Json | undefined, after: Json | undefined): boolean =>
  Array.isArray(before) &&
  (!Array.isArray(after) ||
    after.length < before.length ||
    new Set(after.map((each: Json) => JSON.stringify(each))).size < after.length)

const FORMAT_NAMES = [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'uri',
  'uuid',
  'hostname',
  'ipv4',
  'ipv6',
  'regex',
  'json-pointer',
] as const
