import { Search } from 'lucide-react'
import css from './SearchField.module.css'

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Narrows a list while typing; Escape clears it. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <label className={css.field}>
      <Search size={13} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') onChange('')
        }}
      />
    </label>
  )
}
