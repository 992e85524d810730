import { spanTime, type SpanTime } from '@ensemble/core/trace'
import { duration, ticking } from '../../platform/ui/format.ts'
import type { RunView } from '../../runs/open/run-view.ts'
import { say } from '../../runs/trace/say.ts'
import { timeInWords } from '../../runs/trace/time-in-words.ts'
import { useRun } from '../../runs/trace/use-run.ts'
import css from './DockHeader.module.css'

const timeOf = ({ log, now }: RunView, tell: (time: SpanTime, hasEnded: boolean) => string): string => {
  const root = log?.spans.byId.get('')?.latest
  if (log === null || root === undefined) return ''
  return tell(spanTime(log, root, now), root.endedAt !== undefined)
}
const pickWork = (state: RunView): string =>
  timeOf(state, ({ workMs }, hasEnded) => (hasEnded ? duration(workMs) : ticking(workMs)))
const pickWait = (state: RunView): string =>
  timeOf(state, ({ waitMs }) => (waitMs < 1 ? '' : say('waitedShort', { time: duration(waitMs) })))
const pickWhole = (state: RunView): string => timeOf(state, (time, hasEnded) => timeInWords(time, hasEnded).join(', '))

/** How long the open Run was at work, and how long it waited for a person: a hint where the header has no room. */
export function RunTime() {
  const waited = useRun(pickWait)
  return (
    <span className={css.time} title={useRun(pickWhole)}>
      {useRun(pickWork)}
      {waited !== '' && <span className={css.waited}> {waited}</span>}
    </span>
  )
}
