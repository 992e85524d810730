import type { ReplayReport } from '@ensemble/core'
import { Check, CircleAlert, GitCompare, GitFork, History, Link2, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { OpenRunAnnotation } from '../annotation/OpenRunAnnotation.tsx'
import { replayRun } from '../api/run-client.ts'
import { t } from '../i18n/run.ts'
import { goTo } from '../stores/location.ts'
import { instantUrl } from '../stores/run-link.ts'
import { runTitle } from '../runs/run-title.ts'
import { type RunList, runListStore } from '../stores/run-list.ts'
import { watchRecorded } from '../stores/watch-recorded.ts'
import { seek } from '../stores/run-playback.ts'
import { isEnded, type RunView } from '../stores/run-view.ts'
import { forkHere, selectSpan, stopRun } from '../stores/run.ts'
import { classes } from '../ui/classes.ts'
import { notify } from '../ui/notify.ts'
import css from './DockHeader.module.css'
import { RunMenu } from './RunMenu.tsx'
import { TellButton } from './TellButton.tsx'
import { useRun } from './use-run.ts'
import { BreakpointMenu } from './waiting/BreakpointMenu.tsx'

const pickRun = (state: RunView): string | null => state.runId
const pickStatus = (state: RunView): RunView['status'] => state.status
const pickReconnecting = (state: RunView): boolean => state.connection === 'reconnecting'
const pickStalled =
  (run: string | null) =>
  ({ runs }: RunList): string | undefined =>
    runs.find(({ id }) => id === run)?.stalled
const pickPast = (state: RunView): boolean => state.cursor !== null
const pickTitle = (state: RunView): string => {
  const first = state.log?.events[0]
  return first?.type === 'run.created' ? runTitle(first.data) : ''
}

/** Which Run is open, how it stands, and whether the record replays to the same. */
export function DockHeader() {
  const run = useRun(pickRun)
  const status = useRun(pickStatus)
  const title = useRun(pickTitle)
  const reconnecting = useRun(pickReconnecting)
  const stalled = useStore(runListStore, pickStalled(run))
  useEffect(watchRecorded, [])
  useEffect(() => {
    if (stalled !== undefined) notify.error(t('dock.stalledTitle'), t('dock.stalledHint', { why: stalled }))
  }, [stalled])
  if (run === null || status === null)
    return (
      <div className={css.header}>
        <BreakpointMenu />
      </div>
    )
  return (
    <div className={css.header}>
      <span
        className={classes(css.pill, css[stalled === undefined ? status : 'failed'])}
        title={stalled === undefined ? undefined : t('dock.stalledHint', { why: stalled })}
      >
        {reconnecting ? t('dock.reconnecting') : stalled === undefined ? t(`runStatus.${status}`) : t('dock.stalled')}
      </span>
      <span className={css.title} title={title}>
        {title}
      </span>
      <span className={css.said}>
        <OpenRunAnnotation run={run} />
      </span>
      <BreakpointMenu />
      {isEnded(status) ? (
        <>
          <CopyLink />
          <CompareButton run={run} />
          <ForkButton />
          <ReplayCheck key={run} run={run} />
          <RunMenu run={run} />
        </>
      ) : (
        <>
          <TellButton />
          <StopButton />
        </>
      )}
    </div>
  )
}

/** Shows the Run beside its source, or beside the one that was started before it. */
function CompareButton({ run }: { readonly run: string }) {
  const compare = (): void => {
    const { runs } = runListStore.getState()
    const at = runs.findIndex(({ id }) => id === run)
    const a = runs[at]?.parent?.run ?? runs[at + 1]?.id
    goTo('compare', { ...(a !== undefined && { a }), b: run })
  }
  return (
    <button
      type="button"
      className={css.button}
      aria-label={t('compareRun')}
      title={t('compareRunHint')}
      onClick={compare}
    >
      <GitCompare size={13} aria-hidden />
      <span className={css.label}>{t('compareRun')}</span>
    </button>
  )
}

function CopyLink() {
  const [copied, setCopied] = useState(false)
  return (
    <button
      type="button"
      className={css.button}
      aria-label={t(copied ? 'trace.copied' : 'copyLink')}
      title={t('copyLink')}
      onBlur={() => setCopied(false)}
      onClick={() => void navigator.clipboard.writeText(instantUrl()).then(() => setCopied(true))}
    >
      {copied ? <Check size={13} aria-hidden /> : <Link2 size={13} aria-hidden />}
    </button>
  )
}

/** Starts a new Run from the instant that the scrubber shows. */
function ForkButton() {
  const isPast = useRun(pickPast)
  return (
    <button
      type="button"
      className={css.button}
      disabled={!isPast}
      aria-label={t('fork.here')}
      title={isPast ? t('fork.hint') : t('fork.atEnd')}
      onClick={() => {
        forkHere().catch((error: unknown) => notify.refusal(error))
      }}
    >
      <GitFork size={13} aria-hidden />
      <span className={css.label}>{t('fork.here')}</span>
    </button>
  )
}

/** Stops the open Run. */
function StopButton() {
  return (
    <button
      type="button"
      className={css.button}
      aria-label={t('dock.stop')}
      title={t('dock.stop')}
      onClick={() => {
        stopRun().catch((error: unknown) => notify.refusal(error))
      }}
    >
      <Square size={11} fill="currentColor" aria-hidden />
      <span className={css.label}>{t('dock.stop')}</span>
    </button>
  )
}

type CheckState =
  { readonly state: 'idle' | 'checking' | 'failed' } | { readonly state: 'done'; readonly report: ReplayReport }

/** Runs the executor over the record and says whether it decides the same; a divergence leads to where it is. */
function ReplayCheck({ run }: { readonly run: string }) {
  const [check, setCheck] = useState<CheckState>({ state: 'idle' })
  const start = (): void => {
    setCheck({ state: 'checking' })
    replayRun(run).then(
      (report) => setCheck({ state: 'done', report }),
      () => setCheck({ state: 'failed' }),
    )
  }
  const { look, label, hint, Icon } = lookOf(check)
  const divergence = check.state === 'done' && !check.report.identical ? check.report.divergence : null
  return (
    <button
      type="button"
      className={classes(css.button, css[look])}
      disabled={check.state === 'checking'}
      aria-label={label}
      title={hint}
      onClick={() => {
        if (divergence === null) start()
        else {
          selectSpan(divergence.key.split('#')[0] ?? null)
          if (divergence.seq !== null) seek(divergence.seq)
        }
      }}
    >
      <Icon size={13} aria-hidden />
      <span className={css.label} aria-live="polite">
        {label}
      </span>
    </button>
  )
}

const LABELS = { idle: 'replay.check', checking: 'replay.checking', failed: 'replay.failed' } as const

const lookOf = (check: CheckState) => {
  if (check.state !== 'done') {
    const failed = check.state === 'failed'
    return {
      look: failed ? 'failed' : 'plain',
      label: t(LABELS[check.state]),
      hint: t('replay.hint'),
      Icon: failed ? CircleAlert : History,
    }
  }
  if (check.report.identical)
    return { look: 'completed', label: t('replay.identical'), hint: t('replay.identicalHint'), Icon: Check }
  const { key, path } = check.report.divergence
  return {
    look: 'failed',
    label: t('replay.diverges'),
    hint: t('replay.divergesHint', { key, path }),
    Icon: GitCompare,
  }
}
