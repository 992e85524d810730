import { spanTime, type SpanTime } from '@ensemble/core/trace'
import { duration, ticking } from '../../platform/ui/format.ts'
import type { RunView } from '../../runs/open/run-view.ts'
import { say } from '../../runs/trace/say.ts'
import { timeInWords } from '../../runs/trace/time-in-words.ts'
import { useRun } from '../../runs/trace/use-run.ts'

const timeOf = ({ log, now }: RunView, tell: (time: SpanTime, hasEnded: boolean) => string): string => {
  const root = log?.spans.byId.get('')?.latest
  if (log === null || root === undefined) return ''
  return tell(spanTime(log, root, now), root.endedAt !== undefined)
}
const inShort = ({ workMs, waitMs }: SpanTime, hasEnded: boolean): string => {
  const waited = waitMs < 1 ? '' : ` ${say('waitedShort', { time: duration(waitMs) })}`
  return (hasEnded ? duration(workMs) : ticking(workMs)) + waited
}
const pickShort = (state: RunView): string => timeOf(state, inShort)
const pickWhole = (state: RunView): string => timeOf(state, (time, hasEnded) => timeInWords(time, hasEnded).join(', '))

interface RunTimeProps {
  readonly className: string | undefined
}

/** How long the open Run was at work, and how long it waited for a person. */
export function RunTime({ className }: RunTimeProps) {
  return (
    <span className={className} title={useRun(pickWhole)}>
      {useRun(pickShort)}
    </span>
  )
}
