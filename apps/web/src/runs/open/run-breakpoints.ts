import { isObject } from '@ensemble/core'
import type { Breakpoint } from '@ensemble/core/journal'
import { createStore } from 'zustand/vanilla'
import { BASE } from '../../platform/browser/base.ts'

const KEY = `ensemble:breakpoints${BASE}`

/** The breakpoints of Runs started from this page, and of the open one while it runs. */
export const breakpointStore = createStore<{ readonly points: readonly Breakpoint[] }>(() => ({ points: read() }))

function read(): readonly Breakpoint[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isObject) : []
  } catch {
    return []
  }
}

const samePoint = (a: Breakpoint, b: Breakpoint): boolean => a.tool === b.tool && a.idea === b.idea && a.on === b.on

export const hasPoint = (points: readonly Breakpoint[], point: Breakpoint): boolean =>
  points.some((each) => samePoint(each, point))

/** Sets a breakpoint, or takes it away where it is set. */
export function toggleBreakpoint(point: Breakpoint): void {
  const { points } = breakpointStore.getState()
  const next = hasPoint(points, point) ? points.filter((each) => !samePoint(each, point)) : [...points, point]
  breakpointStore.setState({ points: next })
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // A browser without storage forgets them with the tab.
  }
}
