import { useState } from 'react'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import field from './field.module.css'
import css from './add-name.module.css'

interface AddNameProps {
  readonly label: string
  readonly button: string
  readonly placeholder?: string
  /** Why the text cannot be added; null if it can. */
  readonly faultOf: (text: string) => string | null
  readonly onAdd: (text: string) => void
  /** Another thing that the name may be given to. */
  readonly other?: { readonly button: string; readonly onAdd: (text: string) => void }
}

/** One text and a button that adds it to a list. */
export function AddName({ label, button, placeholder, faultOf, onAdd, other }: AddNameProps) {
  const [text, setText] = useState('')
  const fault = text === '' ? null : faultOf(text)
  return (
    <form
      className={css.add}
      onSubmit={(event) => {
        event.preventDefault()
        if (text === '' || fault !== null) return
        onAdd(text)
        setText('')
      }}
    >
      <Field label={label} error={fault}>
        {(id) => (
          <input
            id={id}
            className={field.input}
            value={text}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setText(event.currentTarget.value.trim())}
          />
        )}
      </Field>
      <Button type="submit" disabled={text === '' || fault !== null}>
        {button}
      </Button>
      {other !== undefined && (
        <Button
          disabled={text === '' || fault !== null}
          onClick={() => {
            other.onAdd(text)
            setText('')
          }}
        >
          {other.button}
        </Button>
      )}
    </form>
  )
}
