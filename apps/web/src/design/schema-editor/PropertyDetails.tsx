import type { Json } from '@ensemble/core'
import type { FlatRow } from '@ensemble/core/editor'
import { X } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import field from '../../platform/ui/field.module.css'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { ConstraintField } from './ConstraintField.tsx'
import { addable, commonFields, docsOf, firstValue, fitsField } from './constraints.ts'
import { NameAsked } from './NameAsked.tsx'
import styles from './property-table.module.css'
import { say } from './say.ts'
import type { TableEdit } from './table-edits.ts'

interface PropertyDetailsProps {
  readonly row: FlatRow
  readonly name: string
  readonly owners: readonly { readonly pointer: string; readonly label: string }[]
  readonly onEdit: (edit: TableEdit) => void
  /** Leads to the row of what the row's reference leads to. */
  readonly onFollow: (() => void) | undefined
}

/** Everything a row has no column for: its constraints, what tells its alternatives apart, and where it is. */
export function PropertyDetails({ row, name, owners, onEdit, onFollow }: PropertyDetailsProps) {
  const { constraints } = row
  const fields = [...new Set([...commonFields(row), ...Object.keys(constraints)])].filter((keyword) => {
    const value = constraints[keyword]
    return value === undefined ? true : fitsField(keyword, value, row.types)
  })
  const others = Object.entries(constraints).filter(([keyword]) => !fields.includes(keyword))
  const hasTold = row.combinations.some((kind) => kind !== 'allOf')
  return (
    <div className={styles.details} role="group" aria-label={say('table.details', { name })}>
      {fields.length > 0 && (
        <div className={styles.fields}>
          {fields.map((keyword) => (
            <ConstraintField key={keyword} row={row} name={name} keyword={keyword} onEdit={onEdit} />
          ))}
        </div>
      )}
      {others.map(([keyword, value]) => (
        <div key={keyword} className={styles.constraint}>
          <code title={docsOf(keyword)}>{keyword}</code>
          <JsonCell
            label={`${keyword} ${name}`}
            value={value}
            onChange={(next) => onEdit({ type: 'constrain', row, keyword, value: next })}
          />
          <IconButton
            label={say('table.removeConstraint', { keyword })}
            Icon={X}
            size={13}
            onClick={() => onEdit({ type: 'constrain', row, keyword, value: undefined })}
          />
        </div>
      ))}
      {row.kind === 'definition' && row.uses > 0 && (
        <p className={styles.uses}>
          {say('table.uses', { count: row.uses })}
          <Button size="small" look="quiet" onClick={() => onEdit({ type: 'remove', row })}>
            {say('table.removeUsed')}
          </Button>
        </p>
      )}
      <div className={styles.detailsFoot}>
        <select
          className={classes(field.input, styles.add)}
          aria-label={say('table.constraint')}
          value=""
          onChange={({ currentTarget: { value: keyword } }) =>
            onEdit({ type: 'constrain', row, keyword, value: firstValue(keyword, row) })
          }
        >
          <option value="">{say('table.constraint')}</option>
          {addable(row).map((keyword) => (
            <option key={keyword}>{keyword}</option>
          ))}
        </select>
        {onFollow !== undefined && (
          <Button size="small" look="quiet" onClick={onFollow}>
            {say('table.follow')}
          </Button>
        )}
        {row.kind !== 'definition' && row.ref === undefined && (
          <NameAsked
            label={say('table.extract')}
            hint={say('table.extractName')}
            first={row.kind === 'property' ? row.name : ''}
            onName={(definition) => onEdit({ type: 'extract', row, name: definition })}
          />
        )}
        {hasTold && row.discriminator === undefined && (
          <NameAsked
            label={say('table.discriminate')}
            hint={say('table.discriminator')}
            first="type"
            onName={(property) => onEdit({ type: 'discriminate', row, name: property })}
          />
        )}
        {row.discriminator !== undefined && (
          <span className={styles.told}>{say('table.told', { name: row.discriminator })}</span>
        )}
        {row.kind === 'property' && owners.length > 1 && (
          <label className={styles.inside}>
            {say('table.moveInto')}
            <select
              className={classes(field.input, styles.add)}
              value={row.owner}
              onChange={({ currentTarget }) => onEdit({ type: 'moveInto', row, owner: currentTarget.value })}
            >
              {owners.map(({ pointer, label }) => (
                <option key={pointer} value={pointer}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
    </div>
  )
}

interface JsonCellProps {
  readonly label: string
  readonly value: Json
  readonly onChange: (value: Json) => void
}

/** A value as JSON on one line; words without quotes are a string. What cannot be read stays until it can. */
function JsonCell({ label, value, onChange }: JsonCellProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const type = (text: string): void => {
    setDraft(text)
    const read = parsed(text, value)
    if (read !== undefined) onChange(read)
  }
  return (
    <input
      aria-label={label}
      className={classes(styles.cell, styles.code, styles.boxed)}
      spellCheck={false}
      value={draft ?? (typeof value === 'string' ? value : JSON.stringify(value))}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setDraft(null)}
    />
  )
}

const parsed = (text: string, before: Json): Json | undefined => {
  if (typeof before === 'string') return text
  try {
    return JSON.parse(text) as Json // JSON.parse gives JSON
  } catch {
    return undefined
  }
}
