import type { BlastRadius } from '@ensemble/core/run'
import type { TraceLog } from '@ensemble/core/trace'
import { spanOf } from '../open/look-at-trace.ts'
import { spanTitle } from '../open/span-title.ts'
import css from './fork.module.css'
import { say } from './say.ts'

const SHOWN = 8

/** The answer appears below the button, maybe out of view. */
const bringIntoView = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' })
}

/** How often each Call is reached. A Request says nothing by its number; its Calls do. */
function reachedCalls(log: TraceLog, spans: readonly string[]): ReadonlyMap<string, number> {
  const reached = new Map<string, number>()
  for (const id of spans) {
    const span = log.spans.byId.get(id)?.latest
    if (span?.kind === 'call') reached.set(spanTitle(span), (reached.get(spanTitle(span)) ?? 0) + 1)
  }
  return reached
}

/** The effect of changing one span: the parts that run again, and those that stay recorded. */
export function Radius({ log, radius }: { readonly log: TraceLog; readonly radius: BlastRadius }) {
  const again = [...new Set(radius.reruns.map(spanOf))]
  const reached = reachedCalls(log, again)
  return (
    <div ref={bringIntoView} className={css.radius} role="status">
      <p>
        {radius.reruns.length + radius.depends.length === 0
          ? say('none')
          : `${say('radius', { count: again.length })}, ${say('kept', { count: radius.kept.length })}.`}
      </p>
      <ul>
        {[...reached].slice(0, SHOWN).map(([title, count]) => (
          <li key={title}>{count === 1 ? title : `${title} ×${count}`}</li>
        ))}
      </ul>
      {reached.size > SHOWN && <p>{say('more', { count: reached.size - SHOWN })}</p>}
      {radius.depends.length > 0 && <p>{say('depends', { count: radius.depends.length })}</p>}
      {radius.unreached.length > 0 && <p>{say('unreached', { count: radius.unreached.length })}</p>}
    </div>
  )
}
