import { useState, type KeyboardEvent } from 'react'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import styles from './property-table.module.css'

interface NameAskedProps {
  /** The button's text: the act that needs a name. */
  readonly label: string
  readonly hint: string
  readonly first: string
  readonly onName: (name: string) => void
}

/** A button that asks for a name in its own place before it does something. */
export function NameAsked({ label, hint, first, onName }: NameAskedProps) {
  const [name, setName] = useState<string | null>(null)
  if (name === null)
    return (
      <Button size="small" look="quiet" onClick={() => setName(first)}>
        {label}
      </Button>
    )
  const finish = (): void => {
    setName(null)
    if (name.trim() !== '') onName(name.trim())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') finish()
    else setName(null)
  }
  return (
    <span className={styles.asked}>
      <input
        className={classes(styles.cell, styles.code, styles.boxed)}
        aria-label={hint}
        placeholder={hint}
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        value={name}
        spellCheck={false}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button size="small" onClick={finish}>
        {label}
      </Button>
    </span>
  )
}
