import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import styles from './code-lines.module.css'
import { Scroll } from '../../platform/ui/Scroll.tsx'

export interface CodeLine {
  readonly text: string
  readonly tone?: 'added' | 'removed' | 'part'
  /** Why the line is as it is. */
  readonly notes?: readonly string[]
}

interface CodeLinesProps {
  readonly label: string
  readonly lines: readonly CodeLine[]
  /** Comes into sight when `shows` changes. */
  readonly first?: number
  readonly shows?: string
}

const LINE = 18
const SIGNS = { added: '+', removed: '−', part: ' ' } as const

/** A text line by line, however long: only what is in sight is drawn. */
export function CodeLines({ label, lines, first, shows }: CodeLinesProps) {
  const scroller = useRef<HTMLDivElement & HTMLPreElement>(null)
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 20,
  })
  const isMarked = lines.some(({ tone }) => tone === 'added' || tone === 'removed')
  const isMissing = first === undefined
  const show = useEffectEvent(() => {
    if (first !== undefined) rows.scrollToIndex(first, { align: 'start' })
  })
  // The part moves with every key that is typed; only another part moves the view.
  useEffect(() => show(), [shows, isMissing])
  return (
    <Scroll ref={scroller} className={styles.lines} label={label}>
      <div style={{ height: rows.getTotalSize(), position: 'relative', minWidth: 'max-content' }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const { text = '', tone, notes = [] } = lines[index] ?? {}
          return (
            <div
              key={index}
              className={classes(styles.line, tone !== undefined && styles[tone])}
              style={{ transform: `translateY(${start}px)`, height: LINE }}
            >
              {isMarked && <span className={styles.sign}>{tone === undefined ? ' ' : SIGNS[tone]}</span>}
              <span>{text === '' ? ' ' : text}</span>
              {notes.length > 0 && (
                <span className={styles.note} title={notes.join('\n')}>
                  {notes.join(' · ')}
                </span>
              )}
            </div>
          )
        })}
      </div>
    </Scroll>
  )
}
