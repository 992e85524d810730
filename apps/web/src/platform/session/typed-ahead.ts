import { areKeysHeld, whenReleased } from './held-keys.ts'
import { closeDialog, sessionStore } from './session.ts'

/** Keys typed for a dialog that isn't drawn yet: its code may still load. */
export interface TypedAhead {
  readonly text: string
  /** Arrows and Enter, pressed after the text. */
  readonly choosing: readonly string[]
}

/** Keys that choose in a list, besides text. */
const CHOOSES: ReadonlySet<string> = new Set(['Enter', 'ArrowDown', 'ArrowUp'])
const NOTHING: TypedAhead = { text: '', choosing: [] }

let typed = NOTHING
let reader: (() => void) | null = null
const held: KeyboardEvent[] = []

const isForField = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey) && (key.length === 1 || key === 'Backspace' || CHOOSES.has(key))

function typeAhead({ key }: KeyboardEvent): void {
  const { text, choosing } = typed
  if (CHOOSES.has(key)) typed = { text, choosing: [...choosing, key] }
  else if (key === 'Backspace') typed = { text: text.slice(0, -1), choosing }
  else typed = { text: text + key, choosing }
  if (reader !== null) queueMicrotask(reader)
}

/** Calls `read` for keys of before that are answered only once the field has the focus. Returns the way to stop. */
export function readTypedAhead(read: () => void): () => void {
  reader = read
  return () => void (reader = null)
}

/** The keys typed ahead, once: their reader removes them. */
export function takeTypedAhead(): TypedAhead {
  const taken = typed
  typed = NOTHING
  return taken
}

const isInDialog = ({ target }: Event): boolean =>
  target instanceof HTMLElement && target.closest('[role="dialog"]') !== null

/** Gives a key to the dialog that is open or on its way; false if there is none, so the key is the window's. */
export function keepForDialog(event: KeyboardEvent): boolean {
  if (areKeysHeld() && (isForField(event) || event.key === 'Escape')) {
    event.preventDefault()
    held.push(event)
    return true
  }
  if (sessionStore.getState().dialog === null) return false
  if (isInDialog(event)) return true
  // A dialog that doesn't come, or not yet, can be given up anyway.
  if (event.key === 'Escape') {
    typed = NOTHING
    closeDialog()
  } else if (isForField(event)) {
    event.preventDefault()
    typeAhead(event)
  }
  return true
}

/** Gives `answer` the keys that were held back, in their order. */
export const answerHeldKeys = (answer: (event: KeyboardEvent) => void): void =>
  whenReleased(() => held.splice(0).forEach(answer))
