import type { ReactNode } from 'react'
import styles from './inspector.module.css'

interface SectionProps {
  readonly title: string
  readonly note?: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** One part of the inspector's form. */
export function Section({ title, note, action, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.sectionHeader}>
        <h3>{title}</h3>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        <span className={styles.action}>{action}</span>
      </header>
      {children}
    </section>
  )
}
