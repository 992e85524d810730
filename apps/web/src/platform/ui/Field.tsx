import { useId, type ReactNode } from 'react'
import styles from './field.module.css'

/** A control's description for screen readers. */
export interface FieldMarks {
  readonly 'aria-invalid'?: true
  readonly 'aria-describedby'?: string
}

export interface FieldProps {
  readonly label: string
  readonly note?: string
  readonly hint?: string
  readonly error?: string | null
  /** Draws the control with the id that the label points at, and the marks that point at hint and error. */
  readonly children: (id: string, marks: FieldMarks) => ReactNode
}

/** A control with its label above and what helps to fill it below. */
export function Field({ label, note, hint, error, children }: FieldProps) {
  const id = useId()
  const below = error ? 'error' : hint ? 'hint' : null
  const marks: FieldMarks = {
    ...(below !== null && { 'aria-describedby': `${id}-${below}` }),
    ...(below === 'error' && { 'aria-invalid': true }),
  }
  return (
    <div className={styles.field} data-invalid={below === 'error' || undefined}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {note !== undefined && <span className={styles.hint}>{note}</span>}
      </label>
      {children(id, marks)}
      {below !== null && (
        <p id={`${id}-${below}`} className={styles[below]}>
          {error ? error : hint}
        </p>
      )}
    </div>
  )
}
