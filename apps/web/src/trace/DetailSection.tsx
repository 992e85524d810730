import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { classes } from '../ui/classes.ts'
import css from './DetailSection.module.css'

interface DetailSectionProps {
  /** What the person folded stays folded on the next span. */
  readonly id: string
  readonly title: string
  readonly open?: boolean
  readonly children: ReactNode
}

const chosen = new Map<string, boolean>()

/** A titled part of the detail that folds away. */
export function DetailSection({ id, title, open = false, children }: DetailSectionProps) {
  const [isOpen, setOpen] = useState(chosen.get(id) ?? open)
  const toggle = (): void => {
    chosen.set(id, !isOpen)
    setOpen(!isOpen)
  }
  return (
    <section className={css.section}>
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
