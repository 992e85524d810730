import { Check, GitCompare, GitFork, Link2, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { OpenRunAnnotation } from '../annotation/OpenRunAnnotation.tsx'
import { t } from '../i18n/run.ts'
import { goTo } from '../stores/location.ts'
import { instantUrl } from '../stores/run-link.ts'
import { runTitle } from '../runs/run-title.ts'
import { RUN_TONES } from '../runs/run-tone.ts'
import { type RunList, runListStore } from '../stores/run-list.ts'
import { watchRecorded } from '../stores/watch-recorded.ts'
import { isEnded, type RunView } from '../stores/run-view.ts'
import { forkHere, stopRun } from '../stores/run.ts'
import { notify } from '../ui/notify.ts'
import { Pill } from '../ui/Pill.tsx'
import { DockButton } from './DockButton.tsx'
import css from './DockHeader.module.css'
import { ReplayCheck } from './ReplayCheck.tsx'
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
      <Pill
        tone={stalled === undefined ? RUN_TONES[status] : 'bad'}
        className={css.status}
        title={stalled === undefined ? undefined : t('dock.stalledHint', { why: stalled })}
      >
        {reconnecting ? t('dock.reconnecting') : stalled === undefined ? t(`runStatus.${status}`) : t('dock.stalled')}
      </Pill>
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
    <DockButton label={t('compareRun')} hint={t('compareRunHint')} onClick={compare}>
      <GitCompare size={13} aria-hidden />
    </DockButton>
  )
}

function CopyLink() {
  const [copied, setCopied] = useState(false)
  return (
    <DockButton
      label={t(copied ? 'trace.copied' : 'copyLink')}
      hint={t('copyLink')}
      isIcon
      onBlur={() => setCopied(false)}
      onClick={() => void navigator.clipboard.writeText(instantUrl()).then(() => setCopied(true))}
    >
      {copied ? <Check size={13} aria-hidden /> : <Link2 size={13} aria-hidden />}
    </DockButton>
  )
}

/** Starts a new Run from the instant that the scrubber shows. */
function ForkButton() {
  const isPast = useRun(pickPast)
  return (
    <DockButton
      label={t('fork.here')}
      hint={isPast ? t('fork.hint') : t('fork.atEnd')}
      disabled={!isPast}
      onClick={() => {
        forkHere().catch((error: unknown) => notify.refusal(error))
      }}
    >
      <GitFork size={13} aria-hidden />
    </DockButton>
  )
}

/** Stops the open Run. */
function StopButton() {
  return (
    <DockButton
      label={t('dock.stop')}
      onClick={() => {
        stopRun().catch((error: unknown) => notify.refusal(error))
      }}
    >
      <Square size={11} fill="currentColor" aria-hidden />
    </DockButton>
  )
}
