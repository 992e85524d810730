import { spanTime } from '@ensemble/core/trace'
import type { RunView } from '../../runs/open/run-view.ts'
import { timeInWords } from '../../runs/trace/time-in-words.ts'
import { useRun } from '../../runs/trace/use-run.ts'

const pickTime = ({ log, now }: RunView): string => {
  const root = log?.spans.byId.get('')?.latest
  if (log === null || root === undefined) return ''
  return timeInWords(spanTime(log, root, now), root.endedAt !== undefined).join(', ')
}

interface RunTimeProps {
  readonly className: string | undefined
}

/** How long the open Run was at work, and how long it waited for a person. */
export function RunTime({ className }: RunTimeProps) {
  const time = useRun(pickTime)
  return (
    <span className={className} title={time}>
      {time}
    </span>
  )
}
