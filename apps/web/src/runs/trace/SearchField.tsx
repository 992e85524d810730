import { Search } from 'lucide-react'
import css from './SearchField.module.css'

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Enter goes to the next one found, Shift+Enter to the one before. */
  readonly onFind: (step: 1 | -1) => void
}

/** Narrows a list while typing; Escape clears it. */
export function SearchField({ label, value, onChange, onFind }: SearchFieldProps) {
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
          if (event.key === 'Enter') onFind(event.shiftKey ? -1 : 1)
        }}
      />
    </label>
  )
}
