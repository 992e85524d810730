import { CLOSED, runStore } from './run-view.ts'
import type { SpanFilter, TraceView } from './trace-view.ts'

const change = (patch: (trace: TraceView) => Partial<TraceView>): void =>
  runStore.setState(({ trace }) => ({ trace: { ...trace, ...patch(trace) } }))

export const setQuery = (query: string): void => change(() => ({ query }))
export const setFilter = (asked: Partial<SpanFilter>): void =>
  change(({ filter }) => ({ filter: { ...filter, ...asked } }))
export const setZoom = (zoom: TraceView['zoom']): void => change(() => ({ zoom }))

export const toggleSpan = (id: string): void =>
  change(({ collapsed }) => {
    const after = new Set(collapsed)
    if (!after.delete(id)) after.add(id)
    return { collapsed: after }
  })

/** Marks the spans that an edit would make run again. Keys are those of recorded facts: `request/0/call/1#call.completed`. */
export const showBlastRadius = (keys: readonly string[]): void =>
  runStore.setState({ radius: new Set(keys.map((key) => key.split('#', 1)[0] ?? key)) })

export const clearBlastRadius = (): void => runStore.setState({ radius: CLOSED.radius })
