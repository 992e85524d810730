import { createStore } from 'zustand/vanilla'

/** A place in a file that the editor shall show; offsets count UTF-16 units of the file. */
export interface Place {
  readonly file: string
  readonly offset: number
  readonly length: number
}

/** The last request; the editor takes it once it exists. */
export const revealStore = createStore<{ readonly place: Place | null }>(() => ({ place: null }))

export const revealRange = (place: Place): void => revealStore.setState({ place })
