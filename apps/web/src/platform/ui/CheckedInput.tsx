import { type KeyboardEvent, useId, useState } from 'react'
import { classes } from './classes.ts'
import field from './field.module.css'

export interface CheckedInputProps {
  readonly id?: string
  /** The label, if none is visible. */
  readonly label?: string
  readonly value: string
  readonly placeholder?: string
  readonly isCode?: boolean
  readonly isNumber?: boolean
  /** For a text with several lines; Enter begins another. */
  readonly rows?: number
  /** Why a text cannot be taken; null if it can. */
  readonly faultOf: (text: string) => string | null
  readonly onChange: (text: string) => void
}

/** A text taken on blur, so that files never get half of it. A refused one stays, with the reason below. */
export function CheckedInput(props: CheckedInputProps) {
  const { id, label, value, placeholder, isCode, isNumber, rows, faultOf, onChange } = props
  const [draft, setDraft] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const faultId = useId()
  const fault = draft === null ? null : faultOf(draft)
  const isShown = fault !== null && isLeft
  const finish = (): void => {
    setLeft(true)
    if (fault !== null) return
    if (draft !== null && draft !== value) onChange(draft)
    setDraft(null)
  }
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter' && rows === undefined) finish()
    if (key === 'Escape') setDraft(null)
  }
  const shared = {
    id,
    placeholder,
    onKeyDown,
    autoComplete: 'off',
    spellCheck: false,
    onBlur: finish,
    'aria-label': label,
    'aria-invalid': isShown,
    'aria-describedby': isShown ? faultId : undefined,
    className: classes(field.input, isCode && field.code),
    value: draft ?? value,
  }
  return (
    <div className={field.checked}>
      {rows === undefined ? (
        <input
          {...shared}
          inputMode={isNumber ? 'decimal' : undefined}
          onChange={(event) => setDraft(event.currentTarget.value.trim())}
        />
      ) : (
        <textarea {...shared} rows={rows} onChange={(event) => setDraft(event.currentTarget.value)} />
      )}
      {isShown && (
        <p id={faultId} className={field.error} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
