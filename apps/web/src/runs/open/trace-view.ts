export const STATUS_FILTERS = ['failed', 'waiting', 'running', 'completed', 'cancelled', 'retried'] as const
export type StatusFilter = (typeof STATUS_FILTERS)[number]
export const KIND_FILTERS = ['request', 'latent', 'explicit', 'module'] as const
export type KindFilter = (typeof KIND_FILTERS)[number]

/** A filter of listed spans; an empty list or null turns it off. */
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
  /** Lines of several equal siblings that show each of them. */
  readonly opened: ReadonlySet<string>
  /** Whether a live Run's newest span stays in sight; a person who scrolls reads something else. */
  readonly isFollowing: boolean
  /** The part of the time line that is looked at, in milliseconds since the epoch; null is all of it. */
  readonly zoom: { readonly start: number; readonly end: number } | null
  /** Whether long waits take as much room as they lasted. */
  readonly isTrueScale: boolean
}

export const NO_FILTER: SpanFilter = { statuses: [], kinds: [], tool: null, idea: null }
/** All of the Run, nothing asked, nothing folded. */
export const WHOLE: TraceView = {
  query: '',
  filter: NO_FILTER,
  collapsed: new Set(),
  opened: new Set(),
  isFollowing: true,
  zoom: null,
  isTrueScale: false,
}

/** How many questions the filter asks. */
export const filterCount = ({ statuses, kinds, tool, idea }: SpanFilter): number =>
  statuses.length + kinds.length + (tool === null ? 0 : 1) + (idea === null ? 0 : 1)
