import { useId, type ReactNode } from 'react'
import styles from './field.module.css'

export interface FieldProps {
  readonly label: string
  readonly note?: string
  readonly hint?: string
  readonly error?: string | null
  /** Draws the control with the id that the label points at. */
  readonly children: (id: string) => ReactNode
}

/** A control with its label above and what helps to fill it below. */
export function Field({ label, note, hint, error, children }: FieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {note !== undefined && <span className={styles.hint}>{note}</span>}
      </label>
      {children(id)}
      {error ? <p className={styles.error}>{error}</p> : hint ? <p className={styles.hint}>{hint}</p> : null}
    </div>
  )
}
