import type { Run } from '@ensemble/core'
import { t } from '../i18n/run.ts'
import { count, duration } from '../trace/format.ts'
import css from './compare.module.css'
import { say } from './say.ts'

interface Column {
  readonly label: string
  readonly of: (run: Run) => string
}

const COLUMNS: readonly Column[] = [
  { label: say('status'), of: ({ status }) => t(`runStatus.${status}`) },
  { label: say('model'), of: ({ model }) => model },
  {
    label: say('time'),
    of: ({ startedAt, endedAt }) =>
      endedAt === undefined ? '' : duration(Date.parse(endedAt) - Date.parse(startedAt)),
  },
  { label: say('turns'), of: ({ usage }) => String(usage.requests) },
  { label: say('calls'), of: ({ usage }) => String(usage.calls) },
  { label: say('tokens'), of: ({ usage }) => count(usage.inputTokens + usage.outputTokens) },
  { label: say('cost'), of: ({ usage }) => (usage.cost === null ? say('noCost') : `$${usage.cost.toFixed(4)}`) },
]

/** What both Runs took, a line for each; where they differ it shows. */
export function Totals({ left, right }: { readonly left: Run | undefined; readonly right: Run | undefined }) {
  if (left === undefined || right === undefined) return null
  const line = (side: string, run: Run, other: Run) => (
    <tr>
      <th scope="row">
        <span className={css.side}>{side}</span>
      </th>
      {COLUMNS.map(({ label, of }) => (
        <td key={label} data-differs={of(run) !== of(other)}>
          {of(run)}
        </td>
      ))}
    </tr>
  )
  return (
    <table className={css.totals}>
      <thead>
        <tr>
          <td />
          {COLUMNS.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {line(say('left'), left, right)}
        {line(say('right'), right, left)}
      </tbody>
    </table>
  )
}
