import { createStore } from 'zustand/vanilla'
import type { Foreign } from './read-foreign.ts'

/** The import that this window added last, for its report. */
export const lastImport = createStore<{ readonly foreign: Foreign | null }>(() => ({ foreign: null }))
