import type { Json } from '@ensemble/core'
import type { FlatRow } from '@ensemble/core/editor'
import { X } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import field from '../../platform/ui/field.module.css'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { addable, docsOf, firstValue } from './constraints.ts'
import styles from './property-table.module.css'
import { say } from './say.ts'
import type { TableEdit } from './table-edits.ts'

interface PropertyDetailsProps {
  readonly row: FlatRow
  readonly name: string
  readonly owners: readonly { readonly pointer: string; readonly label: string }[]
  readonly onEdit: (edit: TableEdit) => void
}

/** Everything a row has no column for: each constraint as JSON, those that could be added, and where the property is. */
export function PropertyDetails({ row, name, owners, onEdit }: PropertyDetailsProps) {
  const constraints = Object.entries(row.constraints)
  return (
    <div className={styles.details} role="group" aria-label={say('table.details', { name })}>
      {constraints.map(([keyword, value]) => (
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
