import { createStore } from 'zustand/vanilla'
import { pageStorage } from '../../document/saving/page-storage.ts'

/** The sentence over the first graph, and the steps over the first graph that is bare. */
type Look = 'sentence' | 'steps'
const KEYS = { sentence: 'ensemble:first-look', steps: 'ensemble:first-steps' } as const

export type FirstLooks = Readonly<Record<Look, boolean>>

const isOver = (look: Look): boolean => pageStorage.getItem(KEYS[look]) !== null

/** Which of the two this browser has shown and the person has closed: one who saw a whole graph still builds a first one. */
export const firstLook = createStore<FirstLooks>(() => ({
  sentence: isOver('sentence'),
  steps: isOver('steps'),
}))

export function endFirstLook(look: Look): void {
  firstLook.setState({ [look]: true })
  try {
    pageStorage.setItem(KEYS[look], 'over')
  } catch {
    // A browser without storage shows it again next time.
  }
}
