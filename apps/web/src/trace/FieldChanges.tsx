import type { Json } from '@ensemble/core'
import type { FieldChange } from '@ensemble/core/trace'
import { t } from '../i18n/run.ts'
import css from './FieldChanges.module.css'

const MOST = 60

interface FieldChangesProps {
  readonly changes: readonly FieldChange[]
  /** What a place is called; its pointer where nobody knows better. */
  readonly nameOf?: ((path: string) => string) | undefined
}

const pointer = (path: string): string => (path === '' ? t('compare.wholeValue') : path)

/** What differs between two values, a line for each field: where, what it was, what it is. */
export function FieldChanges({ changes, nameOf = pointer }: FieldChangesProps) {
  return (
    <>
      <ul className={css.changes}>
        {changes.slice(0, MOST).map((change) => {
          const { before, after } = withoutEqualLines(change)
          return (
            <li key={change.path}>
              <code className={css.path}>{nameOf(change.path)}</code>
              {before !== undefined && <del>{before}</del>}
              {after !== undefined && <ins>{after}</ins>}
            </li>
          )
        })}
      </ul>
      {changes.length > MOST && <p className={css.more}>{t('json.more', { count: changes.length - MOST })}</p>}
    </>
  )
}

/** Both texts without the lines that they begin and end with alike: in a long prompt one line differs. */
function withoutEqualLines({ before, after }: FieldChange): {
  readonly before: string | undefined
  readonly after: string | undefined
} {
  const [one, other] = [before, after].map((value) => (value === undefined ? undefined : textOf(value)))
  if (one === undefined || other === undefined) return { before: one, after: other }
  const [ours, theirs] = [one.split('\n'), other.split('\n')]
  const most = Math.min(ours.length, theirs.length) - 1
  let start = 0
  while (start < most && ours[start] === theirs[start]) start++
  let end = 0
  while (end < most - start && ours.at(-1 - end) === theirs.at(-1 - end)) end++
  const middle = (lines: readonly string[]): string =>
    [...(start > 0 ? ['…'] : []), ...lines.slice(start, lines.length - end), ...(end > 0 ? ['…'] : [])].join('\n')
  return { before: middle(ours), after: middle(theirs) }
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
