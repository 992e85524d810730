import { isObject } from '@ensemble/core'
import { useState } from 'react'
import { withContract } from '../../document/edits/contract.ts'
import { fixedValue } from '../../document/edits/tool-fields.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { ideaTitle } from '../../document/open/idea-title.ts'
import { changeText } from '../../document/open/use-file.ts'
import { ideaId } from '../../document/texts/files.ts'
import type { ToolPlace } from '../../document/texts/idea-view.ts'
import { api, type Answer } from '../../platform/api/api.ts'
import { driftTexts } from '../../platform/i18n/en/drift.ts'
import { createTexts } from '../../platform/i18n/index.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { openRun, selectSpan } from '../../runs/open/run.ts'
import css from './DriftSection.module.css'
import styles from './inspector.module.css'
import { Section } from './Section.tsx'

const say = createTexts({ driftTexts })

type Report = Answer<'GET', '/api/drift'>
type State = 'reading' | { readonly report: Report } | { readonly failure: string } | null

/** The values that recorded Calls of a delegating Tool passed, against what its Module takes now. Read when a person asks. */
export function DriftSection({ idea, place }: { readonly idea: string; readonly place: ToolPlace }) {
  const [state, setState] = useState<State>(null)
  const compare = (): void => {
    setState('reading')
    api('GET', '/api/drift').then(
      (report) => setState({ report }),
      (error: unknown) => setState({ failure: error instanceof Error ? error.message : '' }),
    )
  }
  return (
    <Section title={say('title')}>
      {state === null && (
        <Button size="small" onClick={compare}>
          {say('compare')}
        </Button>
      )}
      {state === 'reading' && <p role="status">{say('comparing')}</p>}
      {state !== null && state !== 'reading' && 'failure' in state && <p role="alert">{state.failure}</p>}
      {state !== null && state !== 'reading' && 'report' in state && (
        <Found idea={idea} place={place} report={state.report} />
      )}
    </Section>
  )
}

interface FoundProps {
  readonly idea: string
  readonly place: ToolPlace
  readonly report: Report
}

function Found({ idea, place, report }: FoundProps) {
  const edges = report.edges.filter(({ from, tool }) => from === idea && tool === place.name)
  if (edges.length === 0) return <p className={styles.quiet}>{say('none', { count: report.runs })}</p>
  return edges.map((edge) => <Edge key={edge.id} edge={edge} place={place} />)
}

function Edge({ edge, place }: { readonly edge: Report['edges'][number]; readonly place: ToolPlace }) {
  const { to, calls, bridged, unjudged, differences } = edge
  const resolve = fixedValue(place, ['_resolve']) ?? 'runtime'
  const promote = (): void => {
    const input = graphStore.getState().graph.nodes.find(({ id }) => id === ideaId(to))?.input
    if (isObject(input)) changeText(place.file, `${place.file}#contract`, (text) => withContract(text, place, input))
  }
  const show = (run: string, span: string): void => {
    openRun(run)
    selectSpan(span)
  }
  const share = Math.round((100 * bridged) / Math.max(1, calls))
  return (
    <div className={css.edge}>
      <p>
        {bridged === 0
          ? say('fit', { count: calls - unjudged })
          : say('bridged', { share, count: calls, to: ideaTitle(to) })}{' '}
        {bridged > 0 && resolve === 'runtime' && say('byModel')} {unjudged > 0 && say('unjudged', { count: unjudged })}
      </p>
      <ul>
        {differences.map(({ path, message, count, example }) => (
          <li key={`${path} ${message}`}>
            <button type="button" title={say('show')} onClick={() => show(example.run, example.span)}>
              <span>{say('times', { count })}</span>
              <code>{path.slice(1)}</code>
              <span>{message}</span>
            </button>
          </li>
        ))}
      </ul>
      {bridged > 0 && resolve === 'runtime' && (
        <>
          <Button size="small" onClick={promote}>
            {say('promote')}
          </Button>
          <p className={styles.quiet}>{say('promoteHint')}</p>
        </>
      )}
    </div>
  )
}
