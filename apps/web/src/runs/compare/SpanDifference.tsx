import type { Json } from '@ensemble/core'
import type { Stored as StoredValue } from '@ensemble/core/journal'
import {
  changedFields,
  isFileChange,
  spanDetail,
  type AlignedSpan,
  type Change,
  type FieldChange,
  type TraceLog,
} from '@ensemble/core/trace'
import { t } from '../../platform/i18n/run.ts'
import { FieldChanges } from '../trace/FieldChanges.tsx'
import { Stored } from '../trace/Stored.tsx'
import css from './compare.module.css'
import { messagePlace } from './message-place.ts'
import { placeName } from './place-name.ts'
import { say } from './say.ts'
import { SideBySide } from './SideBySide.tsx'

interface SpanDifferenceProps {
  readonly row: AlignedSpan
  readonly left: TraceLog
  readonly right: TraceLog
  readonly a: string
  readonly b: string
  /** Whether the two Runs differ nowhere. */
  readonly identical: boolean
}

/** One side of a change. */
const valueOf = (log: TraceLog, id: string | undefined, change: Change): StoredValue<Json> | undefined => {
  const detail = id === undefined ? undefined : spanDetail(log, id)
  switch (change) {
    case 'status':
      return (
        detail && [t(`spanStatus.${detail.span.status}`), ...(detail.span.error ? [detail.span.error.message] : [])]
      )
    case 'parameters':
      return detail?.input
    case 'files':
      return detail && ([detail.input ?? null, detail.result ?? null] as Json) // JSON, or apart by its hash
    case 'prompt':
      // Messages are JSON.
      return detail?.modelSaw?.messages as StoredValue<Json> | undefined
    case 'tools':
      return detail?.modelSaw?.schema as StoredValue<Json> | undefined
    case 'answer':
    case 'added':
    case 'missing':
    case 'result':
      return detail?.result
  }
}

/** Every difference of one span, field by field; outputs next to each other. */
export function SpanDifference({ row, left, right, a, b, identical }: SpanDifferenceProps) {
  const fields = row.changes.filter((change) => change !== 'added' && change !== 'missing')
  const ours = valueOf(left, row.left?.id, 'result')
  const theirs = valueOf(right, row.right?.id, 'result')
  return (
    <div className={css.detail} role="region" aria-label={say('detail', { place: placeName(row) })}>
      <h3>{placeName(row)}</h3>
      {row.changes.length === 0 && (
        <p className={css.quiet}>{say(row.path === '' && !identical ? 'below' : 'equal')}</p>
      )}
      {fields.map((change) => (
        <section key={change} className={css.change}>
          <h4>{say(`change.${change}`)}</h4>
          <Fields
            a={a}
            b={b}
            before={valueOf(left, row.left?.id, change)}
            after={valueOf(right, row.right?.id, change)}
            change={change}
          />
        </section>
      ))}
      {(row.path === '' || row.changes.includes('result') || row.changes.includes('answer')) && (
        <section className={css.change}>
          <h4>{row.path === '' ? say('outputs') : t('detail.result')}</h4>
          <SideBySide a={a} b={b} left={ours} right={theirs} />
        </section>
      )}
    </div>
  )
}

const unnamed = (): string => ''

const nameOfPlace = (change: Change, one: Json | undefined, other: Json | undefined) => {
  if (change === 'prompt') return (path: string): string => messagePlace(path, one, other)
  // Its heading says it all.
  return change === 'status' ? unnamed : undefined
}

interface FieldsProps {
  readonly a: string
  readonly b: string
  readonly before: StoredValue<Json> | undefined
  readonly after: StoredValue<Json> | undefined
  readonly change: Change
}

function Fields({ a, b, before, after, change }: FieldsProps) {
  return (
    <Stored<Json | undefined> run={a} value={before}>
      {(one) => (
        <Stored<Json | undefined> run={b} value={after}>
          {(other) => <Changes changes={changedFields(one, other)} nameOf={nameOfPlace(change, one, other)} />}
        </Stored>
      )}
    </Stored>
  )
}

/** The changes, field by field; files that differ only in bytes are one line that unfolds. */
function Changes({
  changes,
  nameOf,
}: {
  readonly changes: readonly FieldChange[]
  readonly nameOf: ((path: string) => string) | undefined
}) {
  const files = changes.filter(isFileChange)
  const others = changes.filter((change) => !isFileChange(change))
  return (
    <>
      {others.length > 0 && <FieldChanges changes={others} nameOf={nameOf} />}
      {files.length > 0 && (
        <details className={css.files}>
          <summary>{say('onlyFiles', { count: files.length })}</summary>
          <FieldChanges changes={files} />
        </details>
      )}
    </>
  )
}
