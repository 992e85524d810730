import type { ValuePlace } from '@ensemble/core/trace'
import { createStore } from 'zustand/vanilla'

/** The recorded value whose way is shown; `span` and `part` say below which one. */
export interface TracedValue {
  readonly run: string
  readonly place: ValuePlace
}
interface Traced {
  readonly value: TracedValue | null
  /** The Ideas, Activities and delegations on its way, by the graph's ids; the canvas lights them. */
  readonly path: { readonly nodes: ReadonlySet<string>; readonly edges: ReadonlySet<string> } | null
}

const NONE: Traced = { value: null, path: null }
export const tracedValue = createStore<Traced>(() => NONE)

export const traceValue = (value: TracedValue): void => tracedValue.setState({ value, path: null })
export const forgetTraced = (): void => tracedValue.setState(NONE)
