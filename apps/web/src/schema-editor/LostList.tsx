import type { Lost } from '@ensemble/core/editor'
import styles from './transfer.module.css'

/** What a conversion could not take along, and where it stood. */
export function LostList({ lost, title }: { readonly lost: readonly Lost[]; readonly title: string }) {
  if (lost.length === 0) return null
  return (
    <section className={styles.lost} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {lost.map(({ path, what }, index) => (
          <li key={`${path} ${index}`}>
            {path !== '' && <code>{path}</code>} {what}
          </li>
        ))}
      </ul>
    </section>
  )
}
