import { loopOf, spanTime, type Span, type TraceLog } from '@ensemble/core/trace'
import { useStore } from 'zustand'
import { graphStore } from '../../document/graph/graph-store.ts'
import { ideaTitle } from '../../document/open/idea-title.ts'
import { ideaId } from '../../document/texts/files.ts'
import { duration } from '../../platform/ui/format.ts'
import { carryOut } from '../../document/commands/command.ts'
import { showOnCanvas } from '../../runs/commands/show-on-canvas.ts'
import type { RunView } from '../../runs/open/run-view.ts'
import { spanTitle } from '../../runs/open/span-title.ts'
import { selectSpan } from '../../runs/open/run.ts'
import { leafError } from '../../runs/trace/rows.ts'
import { useRun, useShown } from '../../runs/trace/use-run.ts'
import { GraphThumbnail } from './GraphThumbnail.tsx'
import { leaveTrace } from './place.ts'
import { say } from './say.ts'
import css from './trace.module.css'

const pickSelected = ({ selectedSpan }: RunView): string | null => selectedSpan
const pickNow = ({ now }: RunView): number => now

/** Where the selected span belongs: its node on a small picture of the graph, the Calls around it, its times. */
export function SpanPlace() {
  const shown = useShown()
  const selected = useRun(pickSelected)
  const now = useRun(pickNow)
  const graph = useStore(graphStore, (picture) => picture.graph)
  if (shown === null) return null
  const { log, cursor } = shown
  const span = cursor.span(selected ?? '') ?? log.spans.byId.get(selected ?? '')?.latest
  if (span === undefined) return null
  const idea = span.module ?? span.idea
  const how = howIn(log, span)
  const { workMs, waitMs } = spanTime(log, span, now)
  const hasNode = graph.nodes.some(({ id }) => id === ideaId(span.idea))
  return (
    <footer className={css.place}>
      <GraphThumbnail node={ideaId(idea)} isBad={how === 'stoppedIn'} />
      <span className={css.where}>
        <b>{say(how, { idea: ideaTitle(idea) })}</b>
        <span className={css.path} title={pathOf(log, span)}>
          {pathOf(log, span)}
        </span>
        {hasNode && (
          <button
            type="button"
            className={css.link}
            onClick={() => {
              leaveTrace()
              selectSpan(span.id)
              carryOut(showOnCanvas)
            }}
          >
            {say('showOnCanvas')}
          </button>
        )}
      </span>
      <span className={css.times}>
        <span>{say('working', { time: duration(workMs) })}</span>
        <span>{say('waiting', { time: duration(waitMs) })}</span>
      </span>
    </footer>
  )
}

/** How the work in an Idea came out: a span that fails rarely ends its Run. */
function howIn(log: TraceLog, { id, status }: Span): 'stoppedIn' | 'failedIn' | 'in' {
  const isBad = status === 'failed' || status === 'rejected'
  if (isBad && id === leafError(log)) return 'stoppedIn'
  return status === 'failed' ? 'failedIn' : 'in'
}

/** The Calls that lead to a span, from the Run on: `Producer › composeSong › planForm`. */
function pathOf(log: TraceLog, span: Span): string {
  const titles = [spanTitle(span)]
  for (let id = span.id === '' ? null : loopOf(span.id); id !== null; id = id === '' ? null : loopOf(id)) {
    const around = log.spans.byId.get(id)?.latest
    if (around !== undefined) titles.unshift(around.kind === 'run' ? spanTitle(around) : around.title)
  }
  return titles.join(' › ')
}
