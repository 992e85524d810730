import { useMemo } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import { say } from './say.ts'
import styles from './schema-editor.module.css'
import { useAnswer } from './use-answer.ts'

/** Schemas shorter than this are far from every limit. */
const SHORT = 8000

/** How much of its limits a large schema uses, while it is typed; nothing for the others. */
export function SchemaBounds({ text }: { readonly text: string }) {
  const asked = useMemo(() => (text.length < SHORT ? null : { text }), [text])
  const { answer } = useAnswer('bounds', asked)
  if (asked === null || answer === undefined || answer.length === 0) return null
  return (
    <span className={styles.bounds} role="status" title={say('bounds.hint')}>
      {answer.map(({ limit, count, most }) => (
        <span key={limit} className={classes(count > most && styles.draft)}>
          {say(`bounds.${limit}`, { count, most })}
        </span>
      ))}
    </span>
  )
}
