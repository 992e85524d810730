import { createStore } from 'zustand/vanilla'
import { pageStorage } from '../../document/saving/page-storage.ts'

const KEY = 'ensemble:first-look'

/** Whether this browser has shown the first graph's sentence, and the person closed it. */
export const firstLook = createStore<{ readonly isOver: boolean }>(() => ({
  isOver: pageStorage.getItem(KEY) !== null,
}))

export function endFirstLook(): void {
  firstLook.setState({ isOver: true })
  try {
    pageStorage.setItem(KEY, 'over')
  } catch {
    // A browser without storage shows it again next time.
  }
}
