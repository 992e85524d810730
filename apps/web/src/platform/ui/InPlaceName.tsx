import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { classes } from './classes.ts'
import css from './in-place-name.module.css'

interface InPlaceNameProps {
  readonly label: string
  readonly value: string
  /** Why a text cannot be the name; null if it can. */
  readonly faultOf?: (text: string) => string | null
  /** The name that was typed; null if it stays as it was. */
  readonly onDone: (text: string | null) => void
  readonly isCode?: boolean
  readonly style?: CSSProperties
}

/** A name that is written where it is read: Enter or leaving takes it, Escape gives it up, and the focus goes back. */
export function InPlaceName({ label, value, faultOf, onDone, isCode, style }: InPlaceNameProps) {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  const name = text.trim()
  const fault = name === '' || name === value ? null : (faultOf?.(name) ?? null)
  useEffect(() => {
    const before = document.activeElement
    input.current?.focus()
    input.current?.select()
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    }
  }, [])
  const finish = (isTaken: boolean): void => {
    if (isDone.current) return
    isDone.current = true
    onDone(isTaken && name !== '' && name !== value && fault === null ? name : null)
  }
  return (
    <span className={classes('nodrag nopan', css.name)} style={style} data-in-place>
      <input
        ref={input}
        className={classes(css.input, isCode && css.code)}
        aria-label={label}
        aria-invalid={fault !== null}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={120}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => finish(true)}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Escape' || fault === null) finish(event.key === 'Enter')
        }}
      />
      {fault !== null && (
        <span role="alert" className={css.fault}>
          {fault}
        </span>
      )}
    </span>
  )
}
