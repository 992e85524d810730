import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, type ReactNode } from 'react'
import { t } from '../../platform/i18n/inspector.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { VirtualList } from '../../platform/ui/VirtualList.tsx'
import { ProblemRow, WORST_FIRST } from '../problems/ProblemRow.tsx'
import styles from '../problems/problems.module.css'
import { useFixes } from './use-fixes.ts'

/** For a problem on one line. */
const ROW = 28

/** Everything that is wrong in the workspace, the worst first, each with a jump and a fix where there is one: only what is in sight exists. `children` come first; null if there are none. */
export function ProblemsPanel({ children }: { readonly children: ReactNode }) {
  const { problems } = useGraph()
  const sorted = useFixes(
    useMemo(() => problems.toSorted((a, b) => WORST_FIRST[a.severity] - WORST_FIRST[b.severity]), [problems]),
  )
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  })
  if (sorted.length === 0 && children === null) return <p className={styles.none}>{t('problems.none')}</p>
  return (
    <div ref={scroller} className={styles.panel}>
      {children}
      <VirtualList
        virtual={virtual}
        label={t('problems.title')}
        render={(index) => sorted[index] !== undefined && <ProblemRow problem={sorted[index]} />}
      />
    </div>
  )
}
