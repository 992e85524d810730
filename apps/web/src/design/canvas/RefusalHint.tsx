import { useEffect } from 'react'
import type { Point } from '../../document/layout/layout-file.ts'
import styles from './controls.module.css'

export interface Refusal {
  /** In window pixels. */
  readonly at: Point
  readonly text: string
}
const SHOWN_MS = 4000

/** Says at the pointer why a connection was not made. */
export function RefusalHint({ refusal, onGone }: { readonly refusal: Refusal; readonly onGone: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onGone, SHOWN_MS)
    addEventListener('pointerdown', onGone)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', onGone)
    }
  }, [refusal, onGone])
  return (
    <div role="alert" className={styles.refusal} style={{ left: refusal.at.x + 12, top: refusal.at.y + 12 }}>
      {refusal.text}
    </div>
  )
}
