import type { VariantSummary } from '@ensemble/core/trace'
import { GitCompare } from 'lucide-react'
import type { ShownCell, ShownExperiment } from '../../platform/api/experiment-client.ts'
import { t } from '../../platform/i18n/run.ts'
import { goTo } from '../../platform/session/location.ts'
import { charge, count, duration } from '../../platform/ui/format.ts'
import { scoreText } from '../../platform/ui/score-text.ts'
import { preview } from '../../platform/ui/json-preview.ts'
import { StatusIcon } from '../trace/StatusIcon.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { EmptyPage } from '../../platform/ui/EmptyPage.tsx'
import { Comparisons } from './Comparisons.tsx'
import { ExperimentActions } from './ExperimentActions.tsx'
import css from './experiments.module.css'
import { titleOf } from './experiment-title.ts'
import { say } from './say.ts'
import { useExperiment } from './use-experiments.ts'
import { letterOf } from './variant-draft.ts'

interface ExperimentTableProps {
  readonly id: string
  readonly onTemplate: (experiment: ShownExperiment) => void
  readonly onDeleted: () => void
}

/** Each variant's results, and every Run behind them. */
export function ExperimentTable({ id, onTemplate, onDeleted }: ExperimentTableProps) {
  const { state, problem, value: experiment, reload } = useExperiment(id)
  if (state === 'failed')
    return (
      <EmptyPage>
        <p role="alert">{say('failed', { reason: problem ?? '' })}</p>
      </EmptyPage>
    )
  if (experiment === null)
    return (
      <EmptyPage>
        <p role="status">{say('loading')}</p>
      </EmptyPage>
    )
  const runs = experiment.cells.length
  const refused = experiment.cells.filter((cell) => cell.refused !== undefined).length
  const ended = experiment.summary.reduce((sum, one) => sum + one.ended, refused)
  const standing = experiment.isOverBudget
    ? 'overBudget'
    : experiment.cancelled
      ? 'cancelled'
      : experiment.endedAt === undefined
        ? 'running'
        : 'done'
  return (
    <section className={css.detail} aria-label={titleOf(experiment)}>
      <div className={css.whole} style={{ minWidth: `max(100%, ${172 + experiment.variants.length * 150}px)` }}>
        <header className={css.detailHead}>
          <div className={css.title}>
            <h3>{titleOf(experiment)}</h3>
            <p className={css.facts} role="status">
              {`${say(standing)} · ${say('progress', { ended, runs })}`}
            </p>
          </div>
          <ExperimentActions experiment={experiment} reload={reload} onTemplate={onTemplate} onDeleted={onDeleted} />
        </header>
        {standing === 'running' && (
          <progress className={css.progress} value={ended} max={runs} aria-label={say('running')} />
        )}
        <Summary experiment={experiment} />
        <Comparisons experiment={experiment} />
        <Cells experiment={experiment} />
      </div>
    </section>
  )
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

const costOf = ({ cost }: Pick<VariantSummary, 'cost'>): string => (cost === null ? say('noPrice') : charge(cost))

function Summary({ experiment }: { readonly experiment: ShownExperiment }) {
  const first = letterOf(0)
  const isScored = experiment.expect !== undefined
  const columns = [
    'completed',
    ...(isScored ? (['score'] as const) : []),
    'agreement',
    'time',
    'tokens',
    'cost',
  ] as const
  return (
    <div className={css.scroll}>
      <table className={css.summary} aria-label={say('summary')}>
        <thead>
          <tr>
            <th scope="col">{say('column.variant')}</th>
            {columns.map((column) => (
              <th key={column} scope="col" title={column === 'agreement' ? say('agreementHint') : undefined}>
                {say(`column.${column}`, { first })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {experiment.summary.map((line, at) => (
            // Variants stay in their places.
            <tr key={at}>
              <th scope="row">
                <VariantName at={at} name={experiment.variants[at]?.name ?? ''} />
              </th>
              <td>{`${line.completed} / ${line.runs}`}</td>
              {isScored && <td>{line.score === null ? '' : scoreText(line.score)}</td>}
              <td>{at === 0 ? say('first') : line.agreement === null ? '' : <Share value={line.agreement} />}</td>
              <td>{line.medianMs === null ? '' : duration(line.medianMs)}</td>
              <td>{count(line.tokens)}</td>
              <td>{costOf(line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A share as a number and as a length. */
function Share({ value }: { readonly value: number }) {
  return (
    <span className={css.share}>
      <span aria-hidden className={css.bar} style={{ width: `${value * 48}px` }} />
      {percent(value)}
    </span>
  )
}

/** Its letter and its name, which may take two lines and no more. */
function VariantName({ at, name }: { readonly at: number; readonly name: string }) {
  return (
    <span className={css.variantName} title={name}>
      <span className={css.letter}>{letterOf(at)}</span>
      <span>{name}</span>
    </span>
  )
}

function Cells({ experiment }: { readonly experiment: ShownExperiment }) {
  const { inputs, variants, repeats, cells } = experiment
  const rows = inputs.flatMap((_, input) => Array.from({ length: repeats }, (_none, repeat) => ({ input, repeat })))
  return (
    <table className={css.cells} aria-label={say('runs')}>
      <thead>
        <tr>
          <th scope="col">{say('column.input')}</th>
          {variants.map(({ name }, at) => (
            // Variants stay in their places.
            <th key={at} scope="col">
              <VariantName at={at} name={name} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ input, repeat }) => {
          const line = cells.filter((cell) => cell.input === input && cell.repeat === repeat)
          const shown = preview(inputs[input] ?? null)
          return (
            <tr key={`${input} ${repeat}`}>
              <th scope="row" title={JSON.stringify(inputs[input], null, 2)}>
                <span className={css.input}>{shown}</span>
                {repeats > 1 && <span className={css.facts}>{say('repeat', { count: repeat + 1 })}</span>}
              </th>
              {line.map((cell) => (
                <td key={cell.variant}>
                  <Cell
                    cell={cell}
                    first={line[0]?.run}
                    name={say('open', { variant: variants[cell.variant]?.name ?? '', input: input + 1 })}
                  />
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface CellProps {
  readonly cell: ShownCell
  /** The Run of the first variant for the same input. */
  readonly first: string | undefined
  readonly name: string
}

function Cell({ cell, first, name }: CellProps) {
  const { run, status, output, ms, agreement, variant, score } = cell
  if (run === undefined || status === undefined)
    return (
      <span className={cell.refused === undefined ? css.facts : css.fault} title={cell.refused}>
        {cell.refused === undefined ? say('cell.waitingToStart') : say('cell.refused', { reason: cell.refused })}
      </span>
    )
  const said = [
    ...(score === undefined ? [] : [say('cell.score', { score: scoreText(score) })]),
    ...(ms === undefined ? [] : [duration(ms)]),
    ...(variant === 0 || agreement === null
      ? []
      : [agreement === 1 ? say('cell.same') : say('cell.agrees', { percent: percent(agreement) })]),
  ]
  return (
    <span className={css.cell}>
      <button type="button" aria-label={name} onClick={() => goTo('bench', { run })}>
        <span className={css.outcome}>
          <StatusIcon status={status} />
          {output === undefined ? t(`runStatus.${status}`) : preview(output)}
        </span>
        <span className={css.facts}>{said.join(' · ')}</span>
      </button>
      {variant > 0 && first !== undefined && agreement !== null && (
        <IconButton
          label={say('compare', { first: letterOf(0) })}
          Icon={GitCompare}
          size={13}
          onClick={() => goTo('compare', { a: first, b: run })}
        />
      )}
    </span>
  )
}
