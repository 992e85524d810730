import { ViewportPortal } from '@xyflow/react'
import type { Guide } from './snap.ts'
import styles from './snap-guides.module.css'

/** The lines that a dragged node shares with others. */
export function SnapGuides({ guides }: { readonly guides: readonly Guide[] }) {
  return (
    <ViewportPortal>
      {guides.map(({ axis, at, from, to }) => (
        <i
          key={`${axis} ${at}`}
          className={styles[axis]}
          style={axis === 'x' ? { left: at, top: from, height: to - from } : { left: from, top: at, width: to - from }}
          data-guide={axis}
        />
      ))}
    </ViewportPortal>
  )
}
