import type { GraphEdge } from '@ensemble/core'
import { useEffect, useState } from 'react'
import { firstOf, type Part } from './nearby.ts'

/** So many nodes more are mounted a frame: all at once would make it late. */
const BATCH = 24

/** The part to mount: where there was none, some nodes more every frame. */
export function useGradually<Edge extends GraphEdge>(part: Part<Edge> | null): Part<Edge> | null {
  const isNone = part === null
  const [progress, setProgress] = useState({ isNone, nodes: BATCH })
  if (progress.isNone !== isNone) setProgress({ isNone, nodes: BATCH })
  const first = part === null ? null : firstOf(part, progress.nodes)
  const isWhole = first === part
  useEffect(() => {
    if (isWhole) return undefined
    const frame = requestAnimationFrame(() => setProgress({ isNone: false, nodes: progress.nodes + BATCH }))
    return () => cancelAnimationFrame(frame)
  }, [isWhole, progress])
  return first
}
