import type { Run } from '@ensemble/core'
import {
  compareTraces,
  editedSpan,
  isChanged,
  type AlignedSpan,
  type TraceComparison,
  type TraceLog,
} from '@ensemble/core/trace'
import { ArrowLeftRight, ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { t } from '../../platform/i18n/run.ts'
import { runLine, runTitle } from '../open/run-title.ts'
import { amendPlace, goTo, placeStore, type Place } from '../../platform/session/location.ts'
import { runListStore, watchRuns, type RunList } from '../open/run-list.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { EmptyPage } from '../../platform/ui/EmptyPage.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { AlignedTree } from './AlignedTree.tsx'
import css from './compare.module.css'
import { effortOf, keptSpans, type Effort } from './effort.ts'
import { placeName } from './place-name.ts'
import { say } from './say.ts'
import { SpanDifference } from './SpanDifference.tsx'
import { TakeEdit } from './TakeEdit.tsx'
import { Totals, type RunEffort } from './Totals.tsx'
import { useLog, type LoadedLog } from './use-log.ts'

const runsOf = ({ runs }: RunList): readonly Run[] => runs
const paramsOf = ({ params }: Place): Place['params'] => params

/** Two Runs side by side, aligned by call path (docs/contract/protocol.md#the-journal). */
export function ComparePage() {
  const { a, b, span } = useStore(placeStore, paramsOf)
  const runs = useStore(runListStore, runsOf)
  const left = useLog(a)
  const right = useLog(b)
  useEffect(watchRuns, [])
  const choose = (params: Place['params']): void => amendPlace({ ...(a && { a }), ...(b && { b }), ...params })
  const [runA, runB] = [runs.find(({ id }) => id === a), runs.find(({ id }) => id === b)]
  const close = (): void => goTo('bench', b === undefined ? {} : { run: b })
  return (
    <PageFrame
      title={say('title')}
      back={say('back')}
      onClose={close}
      aside={
        <>
          <RunPicker side={say('left')} value={a} runs={runs} onPick={(id) => choose({ a: id })} />
          <IconButton
            label={say('swap')}
            Icon={ArrowLeftRight}
            disabled={a === undefined || b === undefined}
            onClick={() => a !== undefined && b !== undefined && amendPlace({ a: b, b: a })}
          />
          <RunPicker side={say('right')} value={b} runs={runs} onPick={(id) => choose({ b: id })} />
        </>
      }
    >
      {left === null || right === null ? (
        <EmptyPage>
          <p>{say('choose')}</p>
          {runs.length < 2 && <Button onClick={() => goTo('runs')}>{t('dock.allRuns')}</Button>}
        </EmptyPage>
      ) : (
        <Comparison
          key={`${a} ${b}`}
          left={left}
          right={right}
          runA={runA}
          runB={runB}
          a={a ?? ''}
          b={b ?? ''}
          selected={span ?? null}
          onSelect={(path) => choose({ span: path })}
        />
      )}
    </PageFrame>
  )
}

interface RunPickerProps {
  readonly side: string
  readonly value: string | undefined
  readonly runs: readonly Run[]
  readonly onPick: (id: string) => void
}

function RunPicker({ side, value, runs, onPick }: RunPickerProps) {
  const id = useId()
  const shown = runs.find((run) => run.id === value)
  return (
    <span className={css.picker}>
      <label htmlFor={id} className={css.side}>
        {side}
      </label>
      <select
        id={id}
        aria-label={say('pick', { side })}
        title={shown === undefined ? undefined : runTitle(shown)}
        value={value ?? ''}
        onChange={(e) => onPick(e.target.value)}
      >
        {value === undefined && <option value="">{say('pickNone')}</option>}
        {value !== undefined && !runs.some((run) => run.id === value) && <option value={value}>{value}</option>}
        {runs.map((run) => (
          <option key={run.id} value={run.id}>
            {runLine(run, { status: t(`runStatus.${run.status}`), fork: t('runs.fork') })}
          </option>
        ))}
      </select>
    </span>
  )
}

interface ComparisonProps {
  readonly left: LoadedLog
  readonly right: LoadedLog
  readonly a: string
  readonly b: string
  readonly runA: Run | undefined
  readonly runB: Run | undefined
  /** Call path of the row whose differences are shown; where it is null, what a fork edited, else the first that differs. */
  readonly selected: string | null
  readonly onSelect: (path: string) => void
}

function Comparison({ left, right, a, b, runA, runB, selected, onSelect }: ComparisonProps) {
  const [onlyChanged, setOnlyChanged] = useState(false)
  const { log: ours, version: ourVersion } = left
  const { log: theirs, version: theirVersion } = right
  // The logs grow in place: their versions say when.
  const comparison = useMemo<TraceComparison>(
    () => (ourVersion >= 0 && theirVersion >= 0 ? compareTraces(ours, theirs) : NOTHING),
    [ours, theirs, ourVersion, theirVersion],
  )
  const [sideA, sideB] = useMemo(
    () => (ourVersion >= 0 && theirVersion >= 0 ? [ours, theirs].map(sideOf) : []),
    [ours, theirs, ourVersion, theirVersion],
  )
  const failed = left.state === 'failed' ? { side: say('left'), reason: left.problem ?? '' } : undefined
  const failure = failed ?? (right.state === 'failed' ? { side: say('right'), reason: right.problem ?? '' } : undefined)
  if (failure !== undefined)
    return (
      <EmptyPage>
        <p>{say('failed', failure)}</p>
      </EmptyPage>
    )
  if (ourVersion === 0 || theirVersion === 0)
    return (
      <EmptyPage>
        <p role="status">{say('loading')}</p>
      </EmptyPage>
    )
  const changed = comparison.rows.filter(isChanged)
  const rows = onlyChanged ? comparison.rows.filter((row) => isChanged(row) || row.path === '') : comparison.rows
  const edit = editedSpan(ours, theirs)
  const edited =
    edit === undefined ? undefined : comparison.rows.find(({ left: one, right: other }) => (one ?? other)?.id === edit)
  const isEditSeen = edited !== undefined && isChanged(edited)
  const rowAt = (path: string): AlignedSpan | undefined => comparison.rows.find((each) => each.path === path)
  // A link may name what neither Run has.
  const row = (selected === null ? undefined : rowAt(selected)) ?? rowAt(edited?.path ?? comparison.first?.path ?? '')
  const at = row === undefined ? -1 : changed.indexOf(row)
  const step = (by: number): void => {
    const next = at < 0 ? changed[0] : changed[(at + by + changed.length) % changed.length]
    if (next !== undefined) onSelect(next.path)
  }
  return (
    <>
      <div className={css.summary}>
        <p role="status">
          {comparison.identical
            ? say('same')
            : say(isEditSeen ? 'differsByEdit' : 'differs', { count: changed.length })}
          {edited !== undefined && (
            <button type="button" className={css.first} onClick={() => onSelect(edited.path)}>
              {say('edited', { place: placeName(edited) })}
            </button>
          )}
          {comparison.first !== undefined && comparison.first !== edited && (
            <button type="button" className={css.first} onClick={() => onSelect(comparison.first?.path ?? '')}>
              {say('first', { place: placeName(comparison.first) })}
            </button>
          )}
        </p>
        {runB?.parent !== undefined && <TakeEdit log={theirs} />}
        <span className={css.grow} />
        <label className={css.check}>
          <input type="checkbox" checked={onlyChanged} onChange={(e) => setOnlyChanged(e.target.checked)} />
          {say('onlyChanged')}
        </label>
        <Button size="small" disabled={changed.length === 0} aria-label={say('previous')} onClick={() => step(-1)}>
          <ChevronUp size={14} aria-hidden />
        </Button>
        <Button size="small" disabled={changed.length === 0} aria-label={say('next')} onClick={() => step(1)}>
          <ChevronDown size={14} aria-hidden />
        </Button>
      </div>
      <Totals left={withEffort(runA, sideA?.effort)} right={withEffort(runB, sideB?.effort)} />
      <div className={css.body}>
        <AlignedTree
          rows={rows}
          sides={{ left: sideA, right: sideB }}
          edited={edited?.path}
          selected={row?.path ?? null}
          onSelect={onSelect}
        />
        {row !== undefined && (
          <SpanDifference
            key={row.path}
            row={row}
            a={a}
            b={b}
            left={ours}
            right={theirs}
            identical={comparison.identical}
          />
        )}
      </div>
    </>
  )
}

const sideOf = (log: TraceLog) => ({ log, effort: effortOf(log), kept: keptSpans(log) })

const withEffort = (run: Run | undefined, effort: Effort | undefined): RunEffort | undefined =>
  run === undefined || effort === undefined ? undefined : { run, effort }

const NOTHING: TraceComparison = { identical: true, rows: [], first: undefined }
