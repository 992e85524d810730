import { useStore } from 'zustand'
import { PINS_FILE } from '../texts/files.ts'
import { readPins, type Pin } from './read-pins.ts'
import { documentStore } from './document-store.ts'

const NONE: readonly Pin[] = []
let known: { readonly text: string | null | undefined; readonly pins: readonly Pin[] } = { text: null, pins: NONE }

/** Every pin as the document has it now; the same list until it changes. */
export function currentPins(): readonly Pin[] {
  const text = documentStore.getState().files.get(PINS_FILE)?.valid
  if (text !== known.text) known = { text, pins: readPins(text) }
  return known.pins
}

export const usePins = (): readonly Pin[] => useStore(documentStore, currentPins)

/** Whether a Tool of an Idea has one. */
export const useIsPinned = (idea: string, tool: string): boolean =>
  useStore(documentStore, () => currentPins().some((pin) => pin.idea === idea && pin.tool === tool))
