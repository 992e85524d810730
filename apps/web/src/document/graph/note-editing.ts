import { createStore } from 'zustand/vanilla'

/** Which note is being written in; null for none. */
export const noteEditing = createStore<{ readonly id: string | null }>(() => ({ id: null }))

export const editNote = (id: string | null): void => noteEditing.setState({ id })
