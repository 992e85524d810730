import { useMemo } from 'react'
import styles from './schema-editor.module.css'
import { say } from './say.ts'
import { useAnswer } from './use-answer.ts'

interface BreadcrumbsProps {
  readonly text: string
  readonly offset: number
  readonly onGo: (offset: number) => void
}

/** The way from the schema's root to the cursor; each step leads back to its place. */
export function Breadcrumbs({ text, offset, onGo }: BreadcrumbsProps) {
  const asked = useMemo(() => ({ text, offset }), [text, offset])
  const { answer = [] } = useAnswer('crumbs', asked)
  return (
    <nav className={styles.crumbs} aria-label={say('breadcrumbs')}>
      <button type="button" onClick={() => onGo(0)}>
        {say('root')}
      </button>
      {answer.map(({ label, pointer, range: [start] }) => (
        <span key={pointer}>
          <span aria-hidden>›</span>
          <button type="button" onClick={() => onGo(start)}>
            {label}
          </button>
        </span>
      ))}
    </nav>
  )
}
