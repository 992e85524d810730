import { createStore } from 'zustand'
import { type Answer, api } from '../../platform/api/api.ts'

export type Loss = Answer<'GET', '/api/losses'>[number]

/** The lost recorded runs that the server found, until a person dismisses them. */
export const lossesStore = createStore<readonly Loss[]>(() => [])

/** Asks the server once more; what is shown stays where it does not answer. */
export const readLosses = (): void =>
  void api('GET', '/api/losses').then(
    (found) => lossesStore.setState(found, true),
    () => undefined,
  )

/** Throws ApiError. */
export const dismissLosses = async (): Promise<void> => {
  await api('DELETE', '/api/losses')
  lossesStore.setState([], true)
}
