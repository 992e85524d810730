import type { Problem } from '@ensemble/core'
import { createStore } from 'zustand/vanilla'

/** What the worker last said of the file in the editor; it holds for that text only. */
export interface Diagnosis {
  readonly file: string | null
  readonly text: string | null
  readonly problems: readonly Problem[]
}

export const diagnosisStore = createStore<Diagnosis>(() => ({ file: null, text: null, problems: [] }))
