import { createStore, type StoreApi } from 'zustand/vanilla'
import { createRhythm } from './rhythm.ts'

export interface SavingState<Value> {
  readonly value: Value
  readonly saved: Value
  /** The values that undo goes back to, the latest last. */
  readonly past: readonly Value[]
  /** The reason that the latest save failed; null if it didn't. */
  readonly refusal: { readonly error: unknown } | null
}

interface SavingFormOptions<Value> {
  /** Writes one value; rejects if it was refused. Only one call is under way at a time. */
  readonly save: (value: Value) => Promise<void>
  /** A value that isn't complete waits for its rest. */
  readonly isReady?: (value: Value) => boolean
  /** A pause in typing after which the value is saved. */
  readonly delayMs?: number
}

/** A form outside the workspace's files that saves itself as they do: no button, and undo goes back a pause at a time. */
export interface SavingForm<Value> {
  readonly store: StoreApi<SavingState<Value>>
  change(value: Value): void
  undo(): void
  /** Saves at once what is not saved yet, also after a refusal. */
  flush(): Promise<void>
  /** Begins again with a value that somebody else saved. */
  restart(value: Value): void
}

const SAVE_DELAY_MS = 700
const LONGEST_MS = 5000

export function createSavingForm<Value>(initial: Value, options: SavingFormOptions<Value>): SavingForm<Value> {
  const { save, isReady = () => true, delayMs = SAVE_DELAY_MS } = options
  const begun = (value: Value): SavingState<Value> => ({ value, saved: value, past: [], refusal: null })
  const store = createStore<SavingState<Value>>(() => begun(initial))
  const rhythm = createRhythm(
    async () => {
      const { value, saved } = store.getState()
      if (value === saved) return store.setState({ refusal: null })
      if (!isReady(value)) return
      try {
        await save(value)
        store.setState({ saved: value, refusal: null })
      } catch (error) {
        store.setState({ refusal: { error } })
      }
    },
    { delayMs, longestMs: LONGEST_MS, onSaving: () => undefined },
  )
  return {
    store,
    change(value) {
      const { value: before, saved, past } = store.getState()
      store.setState({ value, past: before === saved ? [...past, saved] : past })
      rhythm.soon()
    },
    undo() {
      const { past } = store.getState()
      const value = past.at(-1)
      if (value === undefined) return
      store.setState({ value, past: past.slice(0, -1) })
      rhythm.soon()
    },
    flush: () => rhythm.now(),
    restart(value) {
      rhythm.stop()
      store.setState(begun(value))
    },
  }
}
