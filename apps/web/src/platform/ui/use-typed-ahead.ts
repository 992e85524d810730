import { useEffect, useRef, useState, type Dispatch, type FocusEvent, type SetStateAction } from 'react'
import { readTypedAhead, takeTypedAhead } from '../session/typed-ahead.ts'

interface TypedField {
  readonly text: string
  readonly setText: Dispatch<SetStateAction<string>>
  readonly onFocus: (event: FocusEvent<HTMLInputElement>) => void
}

/** Sends the keys one by one: the list has to show what was typed before one of it is chosen. */
function choose(field: HTMLInputElement | null, [key, ...others]: readonly string[]): void {
  if (key === undefined) return
  requestAnimationFrame(() => {
    field?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    choose(field, others)
  })
}

/** The text of a dialog's search field, which begins with the keys pressed before the field had the focus. */
export function useTypedAhead(): TypedField {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const read = (): void => {
    const early = takeTypedAhead()
    if (early.text !== '') setText((now) => early.text + now)
    choose(field.current, early.choosing)
  }
  const onFocus = ({ currentTarget }: FocusEvent<HTMLInputElement>): void => {
    field.current = currentTarget
    read()
  }
  useEffect(() => readTypedAhead(read), [])
  return { text, setText, onFocus }
}
