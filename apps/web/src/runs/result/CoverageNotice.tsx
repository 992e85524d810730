import { coverageOf, ideaName, simulatedIn, type CoveredTool, type TraceLog } from '@ensemble/core/trace'
import { useMemo } from 'react'
import { useGraph } from '../../document/graph/graph-store.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { ideaFile } from '../../document/texts/files.ts'
import { parseObject } from '../../document/texts/idea-view.ts'
import { t } from '../../platform/i18n/run.ts'
import { openDialog } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { inputNaming } from './name-tool.ts'
import css from './SimulatedNotice.module.css'

/** Buttons in a row; of more Tools the others are only counted. */
const MOST_BUTTONS = 3
/** Names of Ideas that are out of reach. */
const MOST_NAMES = 4

/** Runs the Tool's own Idea with its default input and a sentence that names the Tool; a person sees it first. */
function simulateWith({ idea, tool }: CoveredTool, isOther: boolean): void {
  const text = documentStore.getState().files.get(ideaFile(idea))?.valid
  const input = inputNaming(parseObject(text), tool)
  openDialog({
    type: 'run',
    idea,
    simulate: true,
    ...(input !== undefined && { input }),
    ...(isOther && { forTool: tool }),
  })
}

/** Under a simulated result: how many of the Tools ran, with a way to run one that did not, and what is out of reach. */
export function CoverageNotice({ log }: { readonly log: TraceLog }) {
  const graph = useGraph()
  const { ran, missed, unreached } = useMemo(() => coverageOf(log.events, graph), [log, graph])
  if (simulatedIn(log.events) === undefined || (missed.length === 0 && unreached.length === 0)) return null
  const [created] = log.events
  const root = created?.type === 'run.created' ? ideaName(created.data.idea) : ''
  const titles = new Map(
    graph.nodes.map(({ kind, name, title }) => (kind === 'idea' ? [name, title ?? name] : ['', ''])),
  )
  const list = (names: readonly string[], most: number): string =>
    names.length > most
      ? t('coverage.more', { names: names.slice(0, most).join(', '), count: names.length - most })
      : names.join(', ')
  return (
    <div className={css.notice} role="note" aria-label={t('coverage.label')}>
      {missed.length > 0 && (
        <span>
          {t('coverage.missed', {
            ran: ran.length,
            count: ran.length + missed.length,
            tools: list(
              missed.map(({ tool }) => tool),
              MOST_NAMES,
            ),
          })}
        </span>
      )}
      {missed.slice(0, MOST_BUTTONS).map((each) => {
        const { idea, tool } = each
        const isOther = idea !== root
        return (
          <Button key={`${idea}/${tool}`} size="small" onClick={() => simulateWith(each, isOther)}>
            {isOther
              ? t('coverage.simulateOther', { idea: titles.get(idea) ?? idea, tool })
              : t('coverage.simulateWith', { tool })}
          </Button>
        )
      })}
      {unreached.length > 0 && (
        <span>
          {t('coverage.unreached', {
            ideas: list(
              unreached.map((name) => titles.get(name) ?? name),
              MOST_NAMES,
            ),
          })}
        </span>
      )}
    </div>
  )
}
