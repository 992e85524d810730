import type { Json } from '@ensemble/core'
import { isSettled, type SpanDetail as Detail, type TraceLog } from '@ensemble/core/trace'
import { X } from 'lucide-react'
import { memo } from 'react'
import { useStore } from 'zustand'
import { IS_SAVED } from '../../platform/api/client.ts'
import { t } from '../../platform/i18n/run.ts'
import { streamedText } from '../open/streamed-text.ts'
import type { RunView } from '../open/run-view.ts'
import { callsMeant } from '../open/chosen-calls.ts'
import { selectSpan } from '../open/run.ts'
import { goTo } from '../../platform/session/location.ts'
import { openDialog } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Checks } from './Checks.tsx'
import { DetailSection } from './DetailSection.tsx'
import { duration, ticking } from '../../platform/ui/format.ts'
import { ideaTitle } from '../../document/open/idea-title.ts'
import { ArtifactView } from './detail/ArtifactView.tsx'
import { ImportsView } from './detail/ImportsView.tsx'
import { Prediction } from './detail/Prediction.tsx'
import { StateChange } from './detail/StateChange.tsx'
import { JsonTree } from './JsonTree.tsx'
import { ModelAnswered } from './ModelAnswered.tsx'
import { ModelSaw } from './ModelSaw.tsx'
import css from './SpanDetail.module.css'
import { SpanIcon } from './SpanIcon.tsx'
import { spanTitle } from '../open/span-title.ts'
import { StatusIcon } from './StatusIcon.tsx'
import { Stored } from './Stored.tsx'
import { focusField } from '../../platform/session/focus-field.ts'
import { useIsKept } from '../open/gone-runs.ts'
import { useRun, useShown } from './use-run.ts'
import { useSpanDetail } from './use-span-detail.ts'
import { BreakpointToggle } from './waiting/BreakpointToggle.tsx'
import { part } from '../../platform/ui/part.tsx'

const PinButton = part(() => import('./PinButton.tsx').then((module) => module.PinButton), { isQuiet: true })
const ForkEditor = part(() => import('../fork/ForkEditor.tsx').then((module) => module.ForkEditor))

const pickWantsFork = ({ field }: { readonly field: string | null }): boolean => field === 'fork'
const pickRun = (state: RunView): string | null => state.runId
const pickSelected = (state: RunView): string | null => state.selectedSpan
const pickNow = (state: RunView): number => state.now

/** Everything recorded about the selected span up to the instant shown. */
export function SpanDetail() {
  const run = useRun(pickRun)
  const selected = useRun(pickSelected)
  const shown = useShown()
  const now = useRun(pickNow)
  const streamed = useRun((state) =>
    shown === null || selected === null ? undefined : streamedText(state, shown.cursor, selected),
  )
  const detail = useSpanDetail(shown?.log, selected, shown?.cursor.seq ?? 0)
  if (shown === null || run === null || selected === null) return null
  const { log, cursor } = shown
  const final = log.spans.byId.get(selected)?.latest
  if (final === undefined) return null
  const span = detail?.span ?? final

  return (
    <section className={css.detail} aria-label={t('detail.label')}>
      <header className={css.head}>
        <h2>
          <SpanIcon span={span} />
          <span className={css.title}>{spanTitle(span)}</span>
          {!IS_SAVED && span.kind === 'call' && span.tool !== undefined && detail?.result !== undefined && (
            <PinButton
              {...{ run, span: span.id, tool: span.tool, result: detail.result, parameters: detail.resolved }}
              idea={span.idea}
            />
          )}
          {!IS_SAVED && span.tool !== undefined && (
            <BreakpointToggle point={{ idea: span.idea, tool: span.tool }} name={span.tool} />
          )}
          <IconButton label={t('detail.close')} Icon={X} onClick={() => selectSpan(null)} />
        </h2>
        {detail === undefined ? (
          <p>{t('detail.notYet')}</p>
        ) : (
          <p className={css.facts}>
            <StatusIcon status={span.status} />
            <span>
              {[
                t(`spanStatus.${span.status}`),
                span.endedAt === undefined ? ticking(now - span.openedAt) : duration(span.endedAt - span.openedAt),
                span.pinned ? t('detail.pinned') : whereOf(detail),
              ].join(' · ')}
            </span>
          </p>
        )}
      </header>
      {detail !== undefined && (
        <Sections
          {...{ run, detail, streamed, log }}
          // Only the verdicts of an answer's Calls change with time here.
          seq={span.kind === 'request' ? cursor.seq : 0}
        />
      )}
    </section>
  )
}

interface SectionsProps {
  readonly run: string
  readonly detail: Detail
  readonly log: TraceLog
  readonly streamed: string | undefined
  readonly seq: number
}

const Sections = memo(function Sections({ run, detail, log, streamed, seq }: SectionsProps) {
  const { span, modelSaw } = detail
  const isCall = span.kind === 'call'
  const input = detail.resolved ?? detail.input
  return (
    <div className={css.sections}>
      {detail.failures.length > 0 && (
        <DetailSection id="checks" title={t('detail.checks')} open>
          <Checks detail={detail} run={run} />
        </DetailSection>
      )}
      {input !== undefined && (
        <DetailSection id="input" title={t('detail.input')} open>
          {detail.reasoning !== undefined && <p className={css.reason}>{detail.reasoning}</p>}
          <Stored<Json> run={run} value={input}>
            {(value) => <JsonTree run={run} value={value} open={2} />}
          </Stored>
        </DetailSection>
      )}
      {modelSaw !== undefined && (
        <DetailSection id="saw" title={t('detail.modelSaw')} open={!isCall}>
          <ModelSaw key={modelSaw.request} run={run} log={log} question={modelSaw} />
        </DetailSection>
      )}
      {isCall && detail.raw !== undefined ? (
        <DetailSection id="wrote" title={t('detail.modelWrote')}>
          <Stored<string> run={run} value={detail.raw}>
            {(raw) => <pre className={css.raw}>{raw}</pre>}
          </Stored>
        </DetailSection>
      ) : (
        span.kind === 'request' && (
          <DetailSection id="answered" title={t('detail.modelAnswered')} open>
            <ModelAnswered run={run} log={log} detail={detail} seq={seq} streamed={streamed} />
          </DetailSection>
        )
      )}
      {isCall && detail.failures.length === 0 && (
        <DetailSection id="checks" title={t('detail.checks')}>
          <Checks detail={detail} run={run} />
        </DetailSection>
      )}
      {detail.module !== undefined && (
        <DetailSection id="imports" title={t('detail.imports')}>
          <ImportsView run={run} log={log} span={span.id} entered={detail.module} />
        </DetailSection>
      )}
      <Result run={run} detail={detail} />
      {detail.artifacts.length > 0 && (
        <DetailSection id="artifacts" title={t('detail.artifacts')} open>
          <div className={css.chips}>
            {detail.artifacts.map((artifact) => (
              <ArtifactView key={artifact.name} run={run} artifact={{ $artifact: artifact.name, ...artifact }} />
            ))}
          </div>
        </DetailSection>
      )}
      {isCall && detail.stateAfter !== detail.stateBefore && (
        <DetailSection id="state" title={t('detail.state')}>
          <StateChange run={run} before={detail.stateBefore} after={detail.stateAfter} />
        </DetailSection>
      )}
      <Log log={log} lines={detail.log} />
      <Further run={run} log={log} detail={detail} />
    </div>
  )
})

interface OfSpan {
  readonly run: string
  readonly detail: Detail
}

/** The result, compared with the model's prediction. */
function Result({ run, detail }: OfSpan) {
  const { span, result } = detail
  if (result === undefined || span.kind === 'request') return null
  return (
    <DetailSection id="result" title={t('detail.result')} open>
      {detail.ref !== undefined && <code className={css.ref}>{detail.ref}</code>}
      <Stored<Json> run={run} value={result}>
        {(value) => <JsonTree run={run} value={value} open={2} />}
      </Stored>
      {span.mode !== 'latent' && detail.prediction !== undefined && (
        <Prediction run={run} prediction={detail.prediction} result={result} />
      )}
    </DetailSection>
  )
}

function Log({ log, lines }: { readonly log: TraceLog; readonly lines: Detail['log'] }) {
  if (lines.length === 0) return null
  return (
    <DetailSection id="log" title={t('detail.log')}>
      <ol className={css.log}>
        {lines.map((line, at) => (
          // Lines of a log have no identity but their place.
          <li key={at} data-level={line.level}>
            <time>{ticking(Date.parse(line.at) - (log.times[0] ?? 0))}</time> {line.text}
          </li>
        ))}
      </ol>
    </DetailSection>
  )
}

/** The actions for an ended span: ask again, extract, fork. */
function Further({ run, log, detail }: OfSpan & { readonly log: TraceLog }) {
  const { span } = detail
  const isKept = useIsKept(run)
  const wantsFork = useStore(focusField, pickWantsFork)
  if (!isKept || !isSettled(span.status)) return null
  return (
    <>
      {span.kind === 'request' && (
        <Button className={css.ask} onClick={() => goTo('ask', { run, span: span.id })}>
          {t('detail.ask')}
        </Button>
      )}
      {span.kind === 'call' && span.status === 'completed' && (
        <Button className={css.ask} onClick={() => openDialog({ type: 'extract', run, calls: callsMeant() })}>
          {t(detail.module === undefined ? 'detail.lift' : 'detail.extract')}
        </Button>
      )}
      <DetailSection id="fork" title={t('detail.fork')} isWanted={wantsFork}>
        <ForkEditor key={span.id} run={run} log={log} detail={detail} />
      </DetailSection>
    </>
  )
}

const whereOf = ({ span }: Detail): string => {
  if (span.kind === 'request') return t('detail.ofIdea', { idea: ideaTitle(span.idea) })
  if (span.kind === 'run') return t('detail.run')
  if (span.mode === 'explicit') return t('detail.byActivity', { activity: span.activity ?? span.title })
  if (span.mode === 'module') return t('detail.byModule', { idea: ideaTitle(span.module ?? '') })
  return span.mode === 'latent' ? t('detail.byModel') : t('detail.ofIdea', { idea: ideaTitle(span.idea) })
}
