import { createStore } from 'zustand/vanilla'

/** Which spans of the open Run an edit would make run again, before anything does. */
export interface BlastRadiusView {
  readonly run: string | null
  readonly spans: ReadonlySet<string>
}

const NONE: BlastRadiusView = { run: null, spans: new Set() }

export const blastRadiusStore = createStore<BlastRadiusView>(() => NONE)

/** Keys are those of recorded facts: `request/0/call/1#call.completed`. */
export const showBlastRadius = (run: string, keys: readonly string[]): void =>
  blastRadiusStore.setState({ run, spans: new Set(keys.map((key) => key.split('#', 1)[0] ?? key)) })

export const clearBlastRadius = (): void => blastRadiusStore.setState(NONE)
