import { createStore } from 'zustand/vanilla'

/** A control of the form that a Command asked for; it takes the focus once it is there. */
export const focusField = createStore<{ readonly field: 'mode' | null }>(() => ({ field: null }))
