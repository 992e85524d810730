import { isSettled, spanTime, type SpanDetail as Detail } from '@ensemble/core/trace'
import { GitFork, X } from 'lucide-react'
import { Fragment, memo, type ComponentType } from 'react'
import { useStore } from 'zustand'
import { IS_SAVED } from '../../platform/api/client.ts'
import { t } from '../../platform/i18n/run.ts'
import { streamedText } from '../open/streamed-text.ts'
import type { RunView } from '../open/run-view.ts'
import { selectSpan } from '../open/run.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { DetailSection } from './DetailSection.tsx'
import { detailParts, type DetailPartsProps } from './detail/detail-parts.tsx'
import { SpanActions } from './detail/SpanActions.tsx'
import { timeInWords } from './time-in-words.ts'
import { ideaTitle } from '../../document/open/idea-title.ts'
import css from './SpanDetail.module.css'
import { TracedElsewhere } from './origin/Traceable.tsx'
import { SpanIcon } from './SpanIcon.tsx'
import { spanTitle } from '../open/span-title.ts'
import { StatusIcon } from './StatusIcon.tsx'
import { focusField } from '../../platform/session/focus-field.ts'
import { useIsKept } from '../open/gone-runs.ts'
import { useRun, useShown } from './use-run.ts'
import { useSpanDetail } from './use-span-detail.ts'
import { BreakpointToggle } from './waiting/BreakpointToggle.tsx'
import { part } from '../../platform/ui/part.tsx'

const PinButton = part(() => import('./PinButton.tsx').then((module) => module.PinButton), { isQuiet: true })

const pickWantsFork = ({ field }: { readonly field: string | null }): boolean => field === 'fork'
const pickRun = (state: RunView): string | null => state.runId
const pickSelected = (state: RunView): string | null => state.selectedSpan
const pickNow = (state: RunView): number => state.now

interface SpanDetailProps {
  /** How the facts are laid out; one below the other by default. */
  readonly Parts?: ComponentType<DetailPartsProps>
  /** The span that is shown while none is selected. */
  readonly otherwise?: string
}

/** Everything recorded about the selected span up to the instant shown. */
export function SpanDetail({ Parts = Sections, otherwise }: SpanDetailProps) {
  const run = useRun(pickRun)
  const chosen = useRun(pickSelected)
  const selected = chosen ?? otherwise ?? null
  const isKept = useIsKept(run ?? '')
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
              run={run}
              span={span.id}
              tool={span.tool}
              result={detail.result}
              parameters={detail.resolved}
              idea={span.idea}
            />
          )}
          {!IS_SAVED && span.tool !== undefined && (
            <BreakpointToggle point={{ idea: span.idea, tool: span.tool }} name={span.tool} />
          )}
          {otherwise === undefined && isKept && detail !== undefined && isSettled(span.status) && (
            <Button size="small" title={t('detail.fork')} onClick={() => focusField.setState({ field: 'fork' })}>
              <GitFork size={12} aria-hidden />
              {t('detail.forkHere')}
            </Button>
          )}
          {otherwise === undefined && (
            <IconButton label={t('detail.close')} Icon={X} onClick={() => selectSpan(null)} />
          )}
        </h2>
        {detail === undefined ? (
          <p>{t('detail.notYet')}</p>
        ) : (
          <p className={css.facts}>
            <StatusIcon status={span.status} />
            <span>
              {[
                t(`spanStatus.${span.status}`),
                ...timeInWords(spanTime(log, span, now), span.endedAt !== undefined),
                span.pinned ? t('detail.pinned') : whereOf(detail),
              ].join(' · ')}
            </span>
          </p>
        )}
      </header>
      <TracedElsewhere run={run} span={span.id} />
      {detail !== undefined && (
        <Parts
          run={run}
          detail={detail}
          streamed={streamed}
          log={log}
          isKept={isKept}
          // Only the verdicts of an answer's Calls change with time here.
          seq={span.kind === 'request' ? cursor.seq : 0}
        />
      )}
    </section>
  )
}

/** The facts below each other, each part foldable. */
const Sections = memo(function Sections(props: DetailPartsProps) {
  const wantsFork = useStore(focusField, pickWantsFork)
  const { run, detail } = props
  return (
    <div className={css.sections}>
      {detailParts(props).map(({ id, title, isOpen, content }) => (
        <Fragment key={id}>
          {id === 'fork' && <SpanActions run={run} detail={detail} className={css.ask} />}
          <DetailSection id={id} title={title} open={isOpen} isWanted={id === 'fork' && wantsFork}>
            {content}
          </DetailSection>
        </Fragment>
      ))}
    </div>
  )
})

const whereOf = ({ span }: Detail): string => {
  if (span.kind === 'request') return t('detail.ofIdea', { idea: ideaTitle(span.idea) })
  if (span.kind === 'run') return t('detail.run')
  if (span.mode === 'explicit') return t('detail.byActivity', { activity: span.activity ?? span.title })
  if (span.mode === 'module') return t('detail.byModule', { idea: ideaTitle(span.module ?? '') })
  return span.mode === 'latent' ? t('detail.byModel') : t('detail.ofIdea', { idea: ideaTitle(span.idea) })
}
