import type { Json } from '@ensemble/core'
import type { FieldChange } from '@ensemble/core/trace'
import type { ReactNode } from 'react'
import { t } from '../../platform/i18n/run.ts'
import css from './FieldChanges.module.css'
import { textChange } from './text-change.ts'

const MOST = 60

interface FieldChangesProps {
  readonly changes: readonly FieldChange[]
  /** A place's name, empty if it needs none; its pointer by default. */
  readonly nameOf?: ((path: string) => string) | undefined
}

const pointer = (path: string): string => (path === '' ? t('compare.wholeValue') : path)

/** The differences between two values, one field per line: place, old, new; differing words are marked. */
export function FieldChanges({ changes, nameOf = pointer }: FieldChangesProps) {
  return (
    <>
      <ul className={css.changes}>
        {changes.slice(0, MOST).map((change) => (
          <li key={change.path}>
            {nameOf(change.path) !== '' && <code className={css.path}>{nameOf(change.path)}</code>}
            <Sides {...withoutEqualLines(change)} />
          </li>
        ))}
      </ul>
      {changes.length > MOST && <p className={css.more}>{t('json.more', { count: changes.length - MOST })}</p>}
    </>
  )
}

interface SidesProps {
  readonly before: string | undefined
  readonly after: string | undefined
}

function Sides({ before, after }: SidesProps) {
  if (before === undefined || after === undefined)
    return (
      <>
        {before !== undefined && <del>{before}</del>}
        {after !== undefined && <ins>{after}</ins>}
      </>
    )
  const change = textChange(before, after)
  const side = (words: string): ReactNode => (
    <>
      {change.head}
      {words !== '' && (change.head !== '' || change.tail !== '') ? <mark>{words}</mark> : words}
      {change.tail}
    </>
  )
  return (
    <>
      <del>{side(change.before)}</del>
      <ins>{side(change.after)}</ins>
    </>
  )
}

/** Both texts without the lines that they begin and end with alike: in a long prompt one line differs. */
function withoutEqualLines({ before, after }: FieldChange): SidesProps {
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
