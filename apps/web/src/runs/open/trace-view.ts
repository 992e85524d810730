import { createStore } from 'zustand/vanilla'
import { runStore } from './run-view.ts'

export const STATUS_FILTERS = ['failed', 'waiting', 'running', 'completed', 'cancelled', 'retried'] as const
export type StatusFilter = (typeof STATUS_FILTERS)[number]
export const KIND_FILTERS = ['request', 'latent', 'explicit', 'module'] as const
export type KindFilter = (typeof KIND_FILTERS)[number]

/** What a span must be to be listed; an empty list or null asks nothing. */
export interface SpanFilter {
  readonly statuses: readonly StatusFilter[]
  readonly kinds: readonly KindFilter[]
  readonly tool: string | null
  readonly idea: string | null
}

/** How the spans of the open Run are looked at, in the timeline and in the tree alike. */
export interface TraceView {
  readonly query: string
  readonly filter: SpanFilter
  readonly collapsed: ReadonlySet<string>
  /** The part of the time line that is looked at, in milliseconds since the epoch; null is all of it. */
  readonly zoom: { readonly start: number; readonly end: number } | null
}

export const NO_FILTER: SpanFilter = { statuses: [], kinds: [], tool: null, idea: null }
const WHOLE: TraceView = { query: '', filter: NO_FILTER, collapsed: new Set(), zoom: null }

export const traceViewStore = createStore<TraceView>(() => WHOLE)

/** Each open Run is looked at in its own way, which is there again when its tab is. */
const left = new Map<string, TraceView>()
const MOST_LEFT = 50

runStore.subscribe(({ runId }, before) => {
  if (runId === before.runId) return
  if (before.runId !== null) {
    left.set(before.runId, traceViewStore.getState())
    const oldest = left.keys().next().value
    if (left.size > MOST_LEFT && oldest !== undefined) left.delete(oldest)
  }
  traceViewStore.setState((runId === null ? undefined : left.get(runId)) ?? WHOLE, true)
})

export const setQuery = (query: string): void => traceViewStore.setState({ query })
export const setFilter = (change: Partial<SpanFilter>): void =>
  traceViewStore.setState(({ filter }) => ({ filter: { ...filter, ...change } }))
export const setZoom = (zoom: TraceView['zoom']): void => traceViewStore.setState({ zoom })

export const toggleSpan = (id: string): void =>
  traceViewStore.setState(({ collapsed }) => {
    const after = new Set(collapsed)
    if (!after.delete(id)) after.add(id)
    return { collapsed: after }
  })

/** How many questions the filter asks. */
export const filterCount = ({ statuses, kinds, tool, idea }: SpanFilter): number =>
  statuses.length + kinds.length + (tool === null ? 0 : 1) + (idea === null ? 0 : 1)
