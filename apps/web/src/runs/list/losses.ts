import { createStore } from 'zustand'
import { type Answer, api } from '../../platform/api/api.ts'

export type Loss = Answer<'GET', '/api/losses'>[number]

/** The lost recorded runs that the server found, until a person dismisses them. */
export const lossesStore = createStore<readonly Loss[]>(() => [])

/** How often losses were dismissed: an answer from before may list them still. */
let dismissals = 0

/** Asks the server once more; what is shown stays where it does not answer. */
export const readLosses = async (): Promise<void> => {
  const before = dismissals
  const found = await api('GET', '/api/losses').catch(() => null)
  if (found !== null && before === dismissals) lossesStore.setState(found, true)
}

/** Throws ApiError. */
export const dismissLosses = async (): Promise<void> => {
  await api('DELETE', '/api/losses')
  dismissals += 1
  lossesStore.setState([], true)
}
