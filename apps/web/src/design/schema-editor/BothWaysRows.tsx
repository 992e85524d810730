import type { Json } from '@ensemble/core'
import { useState } from 'react'
import type { ShownBothWays } from '../../platform/api/both-ways-client.ts'
import { Button } from '../../platform/ui/Button.tsx'
import field from '../../platform/ui/field.module.css'
import { preview } from '../../platform/ui/json-preview.ts'
import { ReviewButton } from '../../runs/trace/waiting/ReviewButton.tsx'
import { costOf, diffTexts, say, shownValue } from './both-ways-texts.ts'
import css from './both-ways.module.css'
import styles from './tab.module.css'
import { seeSpan } from './TrialResult.tsx'

type Row = ShownBothWays['rows'][number]
type Sample = Row['latent'][number]

const isEqual = ({ latent }: Row): boolean => latent.every(({ verdict }) => verdict === 'equal')

/** Each recorded Call with what its Activity and the model made of it. */
export function BothWaysRows({ shown }: { readonly shown: ShownBothWays }) {
  const [isOnlyOther, setOnlyOther] = useState(false)
  const { rows, activity } = shown
  const seen = isOnlyOther ? rows.filter((row) => !isEqual(row)) : rows
  return (
    <>
      <p className={styles.note}>{costOf(shown)}</p>
      {rows.length > 1 && (
        <label className={field.check}>
          <input
            type="checkbox"
            checked={isOnlyOther}
            onChange={({ currentTarget }) => setOnlyOther(currentTarget.checked)}
          />
          {say('only')}
        </label>
      )}
      {seen.length === 0 && <p className={styles.note}>{say('allEqual')}</p>}
      {seen.map((row) => (
        <RowView key={`${row.run}/${row.span}`} row={row} activity={activity} />
      ))}
    </>
  )
}

interface RowProps {
  readonly row: Row
  readonly activity: string
}

function RowView({ row, activity }: RowProps) {
  const { explicit, latent, call } = row
  return (
    <section className={css.row}>
      <p className={css.head}>
        <code>{preview(call)}</code>
      </p>
      <dl>
        <dt title={activity}>{activity}</dt>
        <dd>
          <SideView side={explicit} />
        </dd>
        {latent.map((sample, at) => (
          <SampleView key={at} sample={sample} />
        ))}
      </dl>
    </section>
  )
}

function SampleView({ sample }: { readonly sample: Sample }) {
  const { verdict, diff = [] } = sample
  const isOver = sample.status !== undefined
  return (
    <>
      <dt className={verdict === 'equal' ? styles.good : verdict === undefined ? styles.note : styles.bad}>
        {verdict === undefined && isOver ? say('notCompared') : say(`verdict.${verdict ?? 'open'}`)}
      </dt>
      <dd>
        {verdict === 'different' ? (
          <ul className={css.diff}>
            {diff.map((change) => (
              <DiffLine key={change.path} change={change} />
            ))}
          </ul>
        ) : (
          verdict !== 'equal' && isOver && <SideView side={sample} />
        )}
        {sample.run !== undefined && <TraceButton run={sample.run} />}
      </dd>
    </>
  )
}

function DiffLine({ change: { path, before, after } }: { readonly change: NonNullable<Sample['diff']>[number] }) {
  const [was, is] = diffTexts(before, after)
  return (
    <li>
      <code>{path === '' ? say('whole') : path}</code> <del title={whole(before)}>{was}</del> →{' '}
      <ins title={whole(after)}>{is}</ins>
    </li>
  )
}

const MOST_IN_HINT = 2000
const whole = (value: Json | undefined): string => JSON.stringify(value, null, 1)?.slice(0, MOST_IN_HINT) ?? ''

function SideView({ side: { status, result, error = '', run } }: { readonly side: Row['explicit'] }) {
  if (status === 'done')
    return (
      <code className={css.value} title={whole(result)}>
        {shownValue(result)}
      </code>
    )
  if (status === 'invalid') return <span className={styles.bad}>{say('failed', { reason: error })}</span>
  if (status === 'waiting') return <Waiting run={run} />
  return <span className={styles.note}>{say('verdict.open')}</span>
}

/** A person decides on the Call where every other one is decided: the panel of what waits. */
function Waiting({ run }: { readonly run: string | undefined }) {
  return (
    <span className={css.waiting}>
      {say('waiting')}
      {run !== undefined && <ReviewButton run={run} label={say('answer')} />}
    </span>
  )
}

function TraceButton({ run }: { readonly run: string }) {
  return (
    <Button size="small" look="quiet" onClick={() => seeSpan(run, 'request/0/call/0')}>
      {say('trace')}
    </Button>
  )
}
