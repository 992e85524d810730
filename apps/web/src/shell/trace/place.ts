import { runParams } from '../../runs/open/run-link.ts'
import { amendPlace, goTo, placeStore, type Place } from '../../platform/session/location.ts'

export const TRACE_VIEWS = ['waterfall', 'tree', 'tools', 'messages'] as const
export type TraceViewName = (typeof TRACE_VIEWS)[number]
export const isTraceView = (value: unknown): value is TraceViewName => TRACE_VIEWS.some((view) => view === value)

/** The address holds what the page shows, so that a reload or a link leads back to it. */
export const viewOf = ({ params }: Place): TraceViewName => (isTraceView(params['view']) ? params['view'] : 'waterfall')

export function amendTrace(change: Place['params']): void {
  const { page, params } = placeStore.getState()
  if (page === 'trace') amendPlace({ ...params, ...change })
}

/** Back to the workbench, at the same instant and span. */
export function leaveTrace(): void {
  const { view: _view, tab: _tab, sort: _sort, ...params } = placeStore.getState().params
  goTo('bench', { ...params, ...runParams() })
}
