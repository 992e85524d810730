import type { EdgeRoutes } from './edge-geometry.ts'
import type { SceneEdge } from './scene.ts'

/** So long a frame may look for ways of edges. */
const ROUTING_MS = 6

/** Ways of edges as they are drawn when mounted. They are found a few a frame; until then an edge is a plain curve. */
export function createWays() {
  const known = new Map<SceneEdge, Path2D>()
  let deadline = Number.POSITIVE_INFINITY
  let hasAll = true
  return {
    /** From now on ways may be found again, for some milliseconds. */
    beginFrame(): void {
      deadline = performance.now() + ROUTING_MS
      hasAll = true
    },
    /** Whether every way that this frame asked for was there. */
    hadAll: (): boolean => hasAll,
    of(edge: SceneEdge, routes: EdgeRoutes): Path2D | undefined {
      const found = known.get(edge)
      if (found !== undefined) return found
      if (performance.now() > deadline) {
        hasAll = false
        return undefined
      }
      const way = new Path2D(routes.of(edge.edge)?.d)
      known.set(edge, way)
      return way
    },
    clear: (): void => known.clear(),
  }
}
