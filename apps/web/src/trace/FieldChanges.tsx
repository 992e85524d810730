import type { Json } from '@ensemble/core'
import type { FieldChange } from '@ensemble/core/trace'
import { t } from '../i18n/index.ts'
import css from './FieldChanges.module.css'

const MOST = 60

/** What differs between two values, a line for each field: where, what it was, what it is. */
export function FieldChanges({ changes }: { readonly changes: readonly FieldChange[] }) {
  return (
    <>
      <ul className={css.changes}>
        {changes.slice(0, MOST).map(({ path, before, after }) => (
          <li key={path}>
            <code className={css.path}>{path === '' ? t('compare.wholeValue') : path}</code>
            {before !== undefined && <del>{textOf(before)}</del>}
            {after !== undefined && <ins>{textOf(after)}</ins>}
          </li>
        ))}
      </ul>
      {changes.length > MOST && <p className={css.more}>{t('json.more', { count: changes.length - MOST })}</p>}
    </>
  )
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
