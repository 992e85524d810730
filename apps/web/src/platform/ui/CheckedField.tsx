import { CheckedInput, type CheckedInputProps } from './CheckedInput.tsx'
import { Field } from './Field.tsx'

interface CheckedFieldProps extends Omit<CheckedInputProps, 'id'> {
  readonly label: string
  readonly hint?: string
}

/** A CheckedInput with its label above and a hint below. */
export const CheckedField = ({ label, hint, ...input }: CheckedFieldProps) => (
  <Field label={label} {...(hint !== undefined && { hint })}>
    {(id) => <CheckedInput id={id} {...input} />}
  </Field>
)
