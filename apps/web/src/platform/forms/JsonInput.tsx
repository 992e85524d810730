import type { Json } from '@ensemble/core'
import { useState } from 'react'
import { t } from '../i18n/dialogs.ts'
import { classes } from '../ui/classes.ts'
import type { FieldMarks } from '../ui/Field.tsx'
import field from '../ui/field.module.css'

interface JsonInputProps {
  readonly id?: string
  readonly label: string
  readonly marks?: FieldMarks
  readonly value: Json | undefined
  /** Undefined for an empty text. A text that isn't JSON changes nothing and shows why. */
  readonly onChange: (value: Json | undefined) => void
  readonly onValidity?: (isValid: boolean) => void
  readonly rows?: number
}

const show = (value: Json | undefined): string => (value === undefined ? '' : JSON.stringify(value, null, 2))

function saysSame(text: string, value: Json | undefined): boolean {
  try {
    return (text.trim() === '' ? undefined : JSON.stringify(JSON.parse(text))) === JSON.stringify(value)
  } catch {
    return false
  }
}

/** A value as JSON text. */
export function JsonInput({ id, label, marks, value, onChange, onValidity, rows = 3 }: JsonInputProps) {
  const [text, setText] = useState(() => show(value))
  const [fault, setFault] = useState<string | null>(null)
  const [known, setKnown] = useState(() => JSON.stringify(value))
  // The value may change elsewhere (undo, another view): then the text follows, unless it says the same already.
  if (JSON.stringify(value) !== known) {
    setKnown(JSON.stringify(value))
    if (fault === null && !saysSame(text, value)) setText(show(value))
  }
  const type = (next: string): void => {
    setText(next)
    try {
      onChange(next.trim() === '' ? undefined : (JSON.parse(next) as Json)) // JSON.parse gives JSON
      setFault(null)
      onValidity?.(true)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
      onValidity?.(false)
    }
  }
  return (
    <>
      <textarea
        id={id}
        aria-label={id === undefined ? label : undefined}
        {...marks}
        aria-invalid={fault !== null || marks?.['aria-invalid']}
        className={classes(field.input, field.code)}
        spellCheck={false}
        rows={rows}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {fault !== null && <p className={field.error}>{t('runDialog.invalidJson', { reason: fault })}</p>}
    </>
  )
}
