import { useState, type KeyboardEvent } from 'react'
import { classes } from './classes.ts'
import field from './field.module.css'

interface TextInputProps {
  readonly id?: string
  readonly label?: string
  readonly value: string
  readonly placeholder?: string
  readonly isCode?: boolean
  readonly isLong?: boolean
  readonly rows?: number
  /** `typing` commits with every key; `leaving` on Enter or when the field is left, as names do. */
  readonly commit?: 'typing' | 'leaving'
  readonly className?: string
  readonly list?: string
  readonly onChange: (value: string) => void
}

/** A text that edits the document. */
export function TextInput(props: TextInputProps) {
  const {
    id,
    label,
    value,
    placeholder,
    isCode,
    isLong,
    rows = 2,
    commit = 'typing',
    className,
    list,
    onChange,
  } = props
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft ?? value
  const finish = (): void => {
    if (draft !== null && draft !== value) onChange(draft)
    setDraft(null)
  }
  const shared = {
    id,
    'aria-label': label,
    placeholder,
    className: classes(field.input, isCode && field.code, className),
    spellCheck: !isCode,
    value: shown,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      if (commit === 'leaving') setDraft(event.currentTarget.value)
      else onChange(event.currentTarget.value)
    },
    onBlur: finish,
  }
  if (isLong) return <textarea {...shared} rows={rows} />
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') finish()
    if (event.key === 'Escape') setDraft(null)
  }
  return <input {...shared} list={list} autoComplete="off" onKeyDown={onKeyDown} />
}
