import { createElement, useEffect, useState } from 'react'
import type { Overview, OverviewProps } from './Overview.tsx'

let loaded: typeof Overview | null = null

/**
 * What paints large graphs, loaded when the first one is shown. Not by `lazy`: React holds back what a Suspense boundary
 * reveals for a third of a second.
 */
export function LoadedOverview(props: OverviewProps) {
  const [component, setComponent] = useState(() => loaded)
  useEffect(() => {
    if (component !== null) return
    void import('./Overview.tsx').then((module) => {
      loaded = module.Overview
      setComponent(() => module.Overview)
    })
  }, [component])
  return component === null ? null : createElement(component, props)
}
