import type { Lost } from '@ensemble/core/editor'
import { say, sayLost } from './say.ts'
import styles from './transfer.module.css'

/** A place for people: what is escaped in a pointer is as the text has it; programs have lines. */
const placeOf = (path: string): string => {
  const line = /^line (\d+)$/.exec(path)?.[1]
  return line === undefined ? pointerOf(path) : say('importDialog.line', { line })
}
const pointerOf = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join(' › ')

/** A conversion's losses with their places; the same loss appears once. */
export function LostList({ lost, title }: { readonly lost: readonly Lost[]; readonly title: string }) {
  if (lost.length === 0) return null
  const places = new Map<string, readonly string[]>()
  for (const each of lost) {
    const what = sayLost(each)
    places.set(what, [...(places.get(what) ?? []), each.path])
  }
  return (
    <section className={styles.lost} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {[...places].map(([what, [first = '', ...others]]) => (
          <li key={what}>
            {first !== '' && <code>{placeOf(first)}</code>} {what}
            {others.length > 0 && ` ${say('importDialog.alsoAt', { count: others.length })}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
