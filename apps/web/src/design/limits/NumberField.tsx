import { CheckedField } from '../../platform/ui/CheckedField.tsx'
import { say } from './say.ts'

interface NumberFieldProps {
  readonly label: string
  readonly value: number | undefined
  readonly placeholder: string
  readonly isWhole: boolean
  /** Undefined where the field was emptied. */
  readonly onChange: (value: number | undefined) => void
}

/** The reason that a text isn't a number above 0; null if it is one. */
export const numberFault = (text: string, isWhole: boolean): string | null => {
  const number = Number(text)
  if (number > 0 && Number.isFinite(number) && (!isWhole || Number.isInteger(number))) return null
  return say(isWhole ? 'limits.notWhole' : 'limits.invalid')
}

/** A number above 0, or none. */
export function NumberField({ label, value, placeholder, isWhole, onChange }: NumberFieldProps) {
  return (
    <CheckedField
      label={label}
      isNumber
      value={value?.toString() ?? ''}
      placeholder={placeholder}
      faultOf={(text) => (text === '' ? null : numberFault(text, isWhole))}
      onChange={(text) => onChange(text === '' ? undefined : Number(text))}
    />
  )
}
