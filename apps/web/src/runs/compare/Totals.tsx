import type { Run } from '@ensemble/core'
import { useEffect, useState } from 'react'
import { t } from '../../platform/i18n/run.ts'
import { isEnded } from '../open/run-view.ts'
import { charge, count, duration, instant } from '../../platform/ui/format.ts'
import css from './compare.module.css'
import type { Effort, Took } from './effort.ts'
import { say } from './say.ts'

/** One of the Runs, with what the whole of it took. */
export interface RunEffort {
  readonly run: Run
  readonly effort: Effort
}

interface Cell {
  readonly text: string
  /** A fork's kept part and its own part. */
  readonly parts?: string
}

interface Column {
  readonly label: string
  readonly hint?: string
  readonly of: (side: RunEffort, now: number) => Cell
}

/** A total; for a fork with its kept and new parts. */
const whole = (of: (took: Took) => number, show: (value: number) => string) => (side: RunEffort) => {
  const { effort, run } = side
  const text = show(of(effort))
  if (run.parent === undefined) return { text }
  const kept = of(effort.kept)
  return { text, parts: say('keptAndNew', { kept: show(kept), fresh: show(of(effort) - kept) }) }
}

/** A running time, in whole seconds: no digit changes faster than it can be read. */
const sinceThen = (ms: number): string => {
  const whole = Math.max(0, Math.floor(ms / 1000) * 1000)
  return whole < 60_000 ? instant(whole, 1000) : duration(whole)
}

const COLUMNS: readonly Column[] = [
  { label: say('status'), of: ({ run }) => ({ text: t(`runStatus.${run.status}`) }) },
  { label: say('model'), of: ({ run }) => ({ text: run.model }) },
  { label: say('time'), hint: say('timeHint'), of: whole(({ workMs }) => workMs, duration) },
  {
    label: say('waited'),
    hint: say('waitedHint'),
    of: ({ effort: { waitMs, waitingSince } }, now) => {
      if (waitingSince === undefined) return { text: waitMs === 0 ? say('notWaited') : duration(waitMs) }
      return { text: sinceThen(waitMs + now - waitingSince), parts: say('waitsNow') }
    },
  },
  { label: say('turns'), hint: say('wholeHint'), of: whole(({ requests }) => requests, String) },
  { label: say('calls'), hint: say('wholeHint'), of: whole(({ calls }) => calls, String) },
  { label: say('tokens'), hint: say('wholeHint'), of: whole(({ tokens }) => tokens, count) },
  {
    label: say('cost'),
    hint: say('costHint'),
    of: ({ run: { usage, parent, status } }) => {
      // Who has asked nothing yet has spent nothing, priced or not; the rest is summed up at the end.
      const cost = usage.requests === 0 ? 0 : usage.cost
      return {
        text: cost === null ? say(isEnded(status) ? 'noCost' : 'costOpen') : charge(cost),
        ...(parent !== undefined && { parts: say('costOfNew') }),
      }
    },
  },
]

/** The totals of both Runs, one per line; differences are marked. */
export function Totals({
  left,
  right,
}: {
  readonly left: RunEffort | undefined
  readonly right: RunEffort | undefined
}) {
  const now = useSeconds(left?.effort.waitingSince !== undefined || right?.effort.waitingSince !== undefined)
  if (left === undefined || right === undefined) return null
  const line = (side: string, own: RunEffort, other: RunEffort) => (
    <tr>
      <th scope="row">
        <span className={css.side}>{side}</span>
      </th>
      {COLUMNS.map(({ label, of }) => {
        const { text, parts } = of(own, now)
        return (
          <td key={label} data-differs={text !== of(other, now).text}>
            {text} {parts !== undefined && <span className={css.parts}>{parts}</span>}
          </td>
        )
      })}
    </tr>
  )
  return (
    <table className={css.totals}>
      <thead>
        <tr>
          <td />
          {COLUMNS.map(({ label, hint }) => (
            <th key={label} scope="col" title={hint}>
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

/** The time in ms since 1970, updated each second while work continues. */
function useSeconds(isActive: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isActive) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isActive])
  return now
}
