import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import css from './DetailSection.module.css'

interface DetailSectionProps {
  /** A person's folding stays on the next span. */
  readonly id: string
  readonly title: string
  readonly open?: boolean
  /** A Command asks for what is in it. */
  readonly isWanted?: boolean
  readonly children: ReactNode
}

const chosen = new Map<string, boolean>()
/** How long a part that was just opened may still grow. */
const SETTLE_MS = 1000

/** A titled part of the detail that folds away. */
export function DetailSection({ id, title, open = false, isWanted = false, children }: DetailSectionProps) {
  const [isOpen, setOpen] = useState(chosen.get(id) ?? open)
  const root = useRef<HTMLElement>(null)
  const isAskedFor = useRef(false)
  const toggle = (): void => {
    chosen.set(id, !isOpen)
    isAskedFor.current = !isOpen
    setOpen(!isOpen)
  }
  if (isWanted && !isOpen) setOpen(true)
  useEffect(() => {
    if (!isWanted) return
    chosen.set(id, true)
    isAskedFor.current = true
  }, [isWanted, id])
  useEffect(() => {
    if (!isOpen || !isAskedFor.current || root.current === null) return undefined
    // The requested part scrolls into view, with its late content for a moment.
    const show = (): void => root.current?.scrollIntoView({ block: 'nearest' })
    const watching = new ResizeObserver(show)
    watching.observe(root.current)
    const timer = setTimeout(() => watching.disconnect(), SETTLE_MS)
    return () => {
      clearTimeout(timer)
      watching.disconnect()
    }
  }, [isOpen])
  return (
    <section ref={root} className={css.section}>
      <h3>
        <button type="button" aria-expanded={isOpen} onClick={toggle}>
          <ChevronRight size={13} aria-hidden className={classes(css.arrow, isOpen && css.open)} />
          {title}
        </button>
      </h3>
      {isOpen && <div className={css.body}>{children}</div>}
    </section>
  )
}
