import { toolTotals, type ToolTotals } from '@ensemble/core/trace'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { ideaTitle } from '../../document/open/idea-title.ts'
import { placeStore, type Place } from '../../platform/session/location.ts'
import { classes } from '../../platform/ui/classes.ts'
import { duration, whole } from '../../platform/ui/format.ts'
import { tokenText } from '../../runs/trace/token-text.ts'
import { setFilter } from '../../runs/open/look-at-trace.ts'
import { selectSpan } from '../../runs/open/run.ts'
import { NO_FILTER } from '../../runs/open/trace-view.ts'
import { SpanIcon } from '../../runs/trace/SpanIcon.tsx'
import { useShown } from '../../runs/trace/use-run.ts'
import { amendTrace } from './place.ts'
import { say } from './say.ts'
import { sortedTotals, sortOf, TOTAL_COLUMNS, type TotalColumn } from './sort-totals.ts'
import css from './trace.module.css'

const sortIn = ({ params }: Place): string | undefined => params['sort']

/** The Run from the bottom up: per Tool how often, how long, how many tokens and errors. */
export function ToolTable() {
  const shown = useShown()
  const { by, isUp } = sortOf(useStore(placeStore, sortIn))
  const [log, seq] = [shown?.log, shown?.cursor.seq ?? 0]
  const totals = useMemo(
    () => (log === undefined ? [] : toolTotals(log, seq)),
    // eslint-disable-next-line react/exhaustive-deps -- `log` is a new object in every frame; its events and the instant decide
    [log?.events, log?.events.length, seq],
  )
  if (shown === null) return null
  const rows = sortedTotals(totals, { by, isUp, nameOf })
  const sortBy = (column: TotalColumn): void =>
    amendTrace({ sort: column === by ? `${isUp ? '-' : '+'}${by}` : column })
  return (
    <div className={css.tableBox}>
      <p className={css.hint}>{say('tableHint')}</p>
      <table className={css.table} aria-label={say('table')}>
        <thead>
          <tr>
            {TOTAL_COLUMNS.map((column) => (
              <th key={column} scope="col" aria-sort={column !== by ? 'none' : isUp ? 'ascending' : 'descending'}>
                <button type="button" title={say(`columnHint.${column}`)} onClick={() => sortBy(column)}>
                  {say(`column.${column}`)}
                  {column === by && (isUp ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={`${row.kind}:${row.name}`}
              row={row}
              mode={shown.log.spans.byId.get(row.spans[0] ?? '')?.latest.mode}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly row: ToolTotals
  readonly mode: Parameters<typeof SpanIcon>[0]['span']['mode']
}

function Row({ row, mode }: RowProps) {
  const name = nameOf(row)
  return (
    <tr onClick={() => showSpans(row)}>
      <th scope="row">
        <button type="button" title={say('showSpans', { name })}>
          <SpanIcon span={{ kind: row.kind, ...(mode !== undefined && { mode }) }} />
          <span className={classes(row.kind === 'call' && css.tool)}>{name}</span>
        </button>
      </th>
      <td>{whole(row.spans.length)}</td>
      <td>{duration(row.totalMs)}</td>
      <td>{duration(row.selfMs)}</td>
      <td>{row.p95Ms === undefined ? '–' : duration(row.p95Ms)}</td>
      <td>{tokenText(row.usage) || '–'}</td>
      <td className={classes(row.errors > 0 && css.bad)}>{row.errors === 0 ? '–' : whole(row.errors)}</td>
    </tr>
  )
}

const nameOf = ({ kind, name }: ToolTotals): string =>
  kind === 'request' ? say('requests', { idea: ideaTitle(name) }) : name === '' ? say('unreadable') : name

/** Selects the row's spans: the waterfall shows them, and what encloses them. */
function showSpans({ kind, name, spans }: ToolTotals): void {
  setFilter({ ...NO_FILTER, ...(kind === 'request' ? { kinds: ['request'], idea: name } : { tool: name }) })
  selectSpan(spans[0] ?? null)
  amendTrace({ view: 'waterfall' })
}
