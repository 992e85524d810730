import { useState, type KeyboardEvent } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import styles from './property-table.module.css'

interface TextCellProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly isCode?: boolean
  /** The column, by which Enter finds the cell below. */
  readonly cell?: 'name' | 'description'
  /** `typing` commits with every key, `leaving` on Enter or when the cell is left, as names do. */
  readonly commit: 'typing' | 'leaving'
  readonly onChange: (value: string) => void
}

/** A cell that edits the document. While it has the focus it shows what is typed in it, and nothing else. */
export function TextCell({ label, value, placeholder, isCode, cell, commit, onChange }: TextCellProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const finish = (): void => {
    if (commit === 'leaving' && draft !== null && draft !== value) onChange(draft)
    setDraft(null)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') finish()
    if (event.key !== 'Escape' || draft === null) return
    event.stopPropagation()
    setDraft(null)
  }
  return (
    <input
      aria-label={label}
      title={draft ?? value}
      className={classes(styles.cell, isCode && styles.code)}
      data-cell={cell}
      value={draft ?? value}
      placeholder={placeholder}
      spellCheck={!isCode}
      autoComplete="off"
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value)
        if (commit === 'typing') onChange(currentTarget.value)
      }}
      onBlur={finish}
      onKeyDown={onKeyDown}
    />
  )
}
