import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import styles from './explorer.module.css'
import { whole } from '../../platform/ui/format.ts'

interface ExplorerSectionProps {
  /** Remembered under this name. */
  readonly id: string
  readonly title: string
  readonly count: number
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A longer list starts closed, so that the next section is in reach. */
const LONG = 8
/** The term that a section's heading explains. */
const TERMS: Readonly<Record<string, string>> = { ideas: 'idea', tools: 'tool', activities: 'activity' }

const sectionsOf = (session: Session) => session.sections

/** A list of the explorer, which closes and opens; this window keeps which are open. */
export function ExplorerSection({ id, title, count, action, children }: ExplorerSectionProps) {
  const sections = useStore(sessionStore, sectionsOf)
  const isOpen = sections[id] ?? (id === 'ideas' || count <= LONG)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <section aria-label={title}>
      <div className={styles.heading}>
        <h2>
          <button
            type="button"
            className={styles.toggle}
            data-term={TERMS[id]}
            aria-expanded={isOpen}
            onClick={() => sessionStore.setState({ sections: { ...sections, [id]: !isOpen } })}
          >
            {title}
            <Chevron size={12} aria-hidden />
          </button>
        </h2>
        {action}
        <span className={styles.count}>{whole(count)}</span>
      </div>
      {isOpen && children}
    </section>
  )
}
