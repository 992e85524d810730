import type { NodeProps } from '@xyflow/react'
import { createElement, useEffect, useState } from 'react'

type FarModule = typeof import('./far-view.ts')

let loaded: FarModule | null = null
let nodes: typeof import('./FarNode.tsx') | null = null

/** How the graph is seen from afar, with what draws its nodes: loaded when it is first seen so. Until then it is drawn as from near. */
export function useFarView(isFar: boolean): FarModule | null {
  const [module, setModule] = useState(loaded)
  useEffect(() => {
    if (!isFar || module !== null) return
    void Promise.all([import('./far-view.ts'), import('./FarNode.tsx')]).then(
      ([far, drawing]) => {
        loaded = far
        nodes = drawing
        setModule(far)
      },
      // The server is away: the graph stays as it is seen from near.
      () => undefined,
    )
  }, [isFar, module])
  return isFar ? module : null
}

// React Flow measures a node's ports in the commit that changes its type: one drawn later would lose its edges.
export const FarNode = (props: NodeProps) => nodes && createElement(nodes.FarNode, props)
export const BunchNode = () => nodes && createElement(nodes.BunchNode)
