import type { TypedProperty } from '@ensemble/core/editor'
import { Plus } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import styles from './property-table.module.css'
import { say } from './say.ts'

interface NewPropertyProps {
  /** The object that gets it, where that isn't the whole schema. */
  readonly into: string | null
  /** Reads what was typed; a text says why it can't be added. */
  readonly read: (text: string) => TypedProperty | string
  readonly onAdd: (typed: TypedProperty, then: 'type' | 'describe') => void
  /** The field is left empty, so the next property goes to the whole schema again. */
  readonly onLeave: () => void
  /** Adds a property that is named in its row. */
  readonly onAddUnnamed: () => void
}

/** The row below the last one: `name:type!` and Enter adds a property and waits for the next. */
export function NewProperty({ into, read, onAdd, onLeave, onAddUnnamed }: NewPropertyProps) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const add = (then: 'type' | 'describe'): void => {
    const typed = read(text)
    if (typeof typed === 'string') {
      setFault(typed)
      return
    }
    setText('')
    setFault(null)
    onAdd(typed, then)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (text.trim() === '') return
    if (event.key === 'Escape') {
      event.stopPropagation()
      setText('')
      setFault(null)
    }
    if (event.key !== 'Enter' && (event.key !== 'Tab' || event.shiftKey)) return
    event.preventDefault()
    add(event.key === 'Enter' ? 'type' : 'describe')
  }
  return (
    <div className={styles.newRow}>
      <Button
        size="small"
        look="quiet"
        data-add
        onClick={() => (text.trim() === '' ? onAddUnnamed() : add('describe'))}
      >
        <Plus size={13} aria-hidden />
        {say('table.add')}
      </Button>
      <input
        className={classes(styles.cell, styles.code, styles.boxed)}
        data-new
        aria-label={into === null ? say('table.newProperty') : say('table.newInside', { name: into })}
        placeholder={into === null ? say('table.typed') : say('table.newInside', { name: into })}
        title={say('table.typedHint')}
        aria-invalid={fault !== null}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setFault(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => text === '' && onLeave()}
      />
      {fault !== null && (
        <span className={styles.fault} role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}
