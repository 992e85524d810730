import type { Problem } from '@ensemble/core'
import { createStore } from 'zustand/vanilla'

/** The worker's latest findings for the file in the editor; valid for that text only. */
export interface Diagnosis {
  readonly file: string | null
  readonly text: string | null
  readonly problems: readonly Problem[]
}

export const diagnosisStore = createStore<Diagnosis>(() => ({ file: null, text: null, problems: [] }))
