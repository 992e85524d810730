import type { Graph } from '@ensemble/core'
import { useEffect, useState } from 'react'
import { firstOf } from './nearby.ts'

/** So many elements are mounted a frame, but always a node: more at once would make the frame late. */
const BATCH = 110

/** The part to mount: where there was none, some nodes more every frame; at once where the graph is not large. */
export function useGradually(part: Graph | null, isLarge: boolean): Graph | null {
  const isNone = part === null
  const [progress, setProgress] = useState({ isNone, elements: BATCH })
  if (progress.isNone !== isNone) setProgress({ isNone, elements: BATCH })
  const first = part === null || !isLarge ? part : firstOf(part, progress.elements)
  const isWhole = first === part
  useEffect(() => {
    if (isWhole) return undefined
    const frame = requestAnimationFrame(() => setProgress({ isNone: false, elements: progress.elements + BATCH }))
    return () => cancelAnimationFrame(frame)
  }, [isWhole, progress])
  return first
}
