import type { Graph } from '@ensemble/core'
import { useEffect, useState } from 'react'
import { firstOf } from './nearby.ts'

/** So many nodes are mounted a frame: more at once would make the frame late. */
const BATCH = 6

/** The part to mount: where there was none, a few nodes more every frame; at once where the graph is not large. */
export function useGradually(part: Graph | null, isLarge: boolean): Graph | null {
  const isNone = part === null
  const [progress, setProgress] = useState({ isNone, count: BATCH })
  if (progress.isNone !== isNone) setProgress({ isNone, count: BATCH })
  const isWhole = part === null || !isLarge || progress.count >= part.nodes.length
  useEffect(() => {
    if (isWhole) return undefined
    const frame = requestAnimationFrame(() => setProgress({ isNone: false, count: progress.count + BATCH }))
    return () => cancelAnimationFrame(frame)
  }, [isWhole, progress])
  return isWhole ? part : firstOf(part, progress.count)
}
