import { useEffect, type RefObject } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

type Field = 'panel' | 'mode' | 'fork'

/** The inspector's field that a Command asked for; it takes the focus once it exists. */
export const focusField = createStore<{ readonly field: Field | null }>(() => ({ field: null }))

/** Takes the focus to the element of `ref`, as soon as `field` is asked for and it is there. */
export function useWantedField(field: Field, ref: RefObject<HTMLElement | null>): void {
  const isWanted = useStore(focusField, (wanted) => wanted.field === field)
  useEffect(() => {
    if (!isWanted || ref.current === null) return
    focusField.setState({ field: null })
    ref.current.focus({ focusVisible: true } as FocusOptions) // newer than the type
  })
}
