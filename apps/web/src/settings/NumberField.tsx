import { useState } from 'react'
import { Field } from '../ui/Field.tsx'
import field from '../ui/field.module.css'
import { say } from './say.ts'

interface NumberFieldProps {
  readonly label: string
  readonly value: number | undefined
  readonly placeholder: string
  readonly isWhole: boolean
  /** Undefined where the field was emptied. */
  readonly onChange: (value: number | undefined) => void
}

/** A number above 0, or none; it is taken when the field is left, so that a half-typed one never stands in a file. */
export function NumberField({ label, value, placeholder, isWhole, onChange }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft ?? value?.toString() ?? ''
  const number = Number(shown)
  const isGood = shown === '' || (number > 0 && (!isWhole || Number.isInteger(number)))
  const finish = (): void => {
    if (draft !== null && isGood) onChange(shown === '' ? undefined : number)
    if (isGood) setDraft(null)
  }
  return (
    <Field label={label} error={isGood ? null : say('limits.invalid')}>
      {(id) => (
        <input
          id={id}
          inputMode="decimal"
          className={field.input}
          aria-invalid={!isGood}
          value={shown}
          placeholder={placeholder}
          onChange={(event) => setDraft(event.currentTarget.value.trim())}
          onBlur={finish}
          onKeyDown={(event) => event.key === 'Enter' && finish()}
        />
      )}
    </Field>
  )
}
