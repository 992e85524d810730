import { createStore } from 'zustand/vanilla'

/** Calls that are being tried and the runs they were tried in, by `idea/tool`: they outlive a change of tabs. */
export const tryStore = createStore<{
  readonly calls: Readonly<Record<string, string>>
  readonly runs: Readonly<Record<string, string>>
}>(() => ({ calls: {}, runs: {} }))
