import { Check, GitCompare, GitFork, Link2, Maximize2, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { OpenRunAnnotation } from '../../runs/annotation/OpenRunAnnotation.tsx'
import { t } from '../../platform/i18n/run.ts'
import { runTitle } from '../../runs/open/run-title.ts'
import { RUN_TONES } from '../../runs/list/run-tone.ts'
import { compareWithBefore, type RunList, runListStore } from '../../runs/open/run-list.ts'
import { watchRecorded } from '../../runs/open/watch-recorded.ts'
import { pickImported } from '../../runs/open/imported.ts'
import { isEnded, type RunView } from '../../runs/open/run-view.ts'
import { stopRun } from '../../runs/open/run.ts'
import { notify } from '../../platform/session/notify.ts'
import { Pill } from '../../platform/ui/Pill.tsx'
import { DockButton } from './DockButton.tsx'
import css from './DockHeader.module.css'
import { ReplayCheck } from './ReplayCheck.tsx'
import { RunMenu } from './RunMenu.tsx'
import { RunTime } from './RunTime.tsx'
import { TellButton } from './TellButton.tsx'
import { carryOut } from '../../document/commands/command.ts'
import { showKeys } from '../../document/commands/show-keys.ts'
import { openTrace } from '../../runs/commands/open-trace.ts'
import { say } from '../../runs/trace/say.ts'
import { copyInstant, forkFromHere } from '../../runs/trace/run-actions.ts'
import { StatusIcon } from '../../runs/trace/StatusIcon.tsx'
import { useWidth } from '../../runs/trace/timeline/use-width.ts'
import { useIsKept } from '../../runs/open/gone-runs.ts'
import { useRun } from '../../runs/trace/use-run.ts'
import { BreakpointMenu } from '../../runs/trace/waiting/BreakpointMenu.tsx'

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

/** Below this many pixels next to the tabs, lesser actions are in the menu. */
const NARROW = 420
/** Below this many not even star and labels have room: the list of runs has them. */
const CRAMPED = 200

/** The open Run, its status, and whether the record replays to the same. */
export function DockHeader() {
  const run = useRun(pickRun)
  const status = useRun(pickStatus)
  const title = useRun(pickTitle)
  const reconnecting = useRun(pickReconnecting)
  const stalled = useStore(runListStore, pickStalled(run))
  const imported = useRun(pickImported)
  const isGone = !useIsKept(run ?? '')
  const header = useRef<HTMLDivElement>(null)
  const width = useWidth(header)
  const isNarrow = width > 0 && width < NARROW
  useEffect(watchRecorded, [])
  useEffect(() => {
    if (stalled !== undefined) notify.error(t('dock.stalledTitle'), t('dock.stalledHint', { why: stalled }))
  }, [stalled])
  useEffect(() => {
    if (isGone && run !== null) notify.error(t('dock.goneTitle'), t('dock.goneHint'))
  }, [isGone, run])
  if (run === null || status === null)
    return (
      <div ref={header} className={css.header}>
        <BreakpointMenu />
      </div>
    )
  if (isGone)
    return (
      <div ref={header} className={css.header}>
        <Pill tone="bad" title={t('dock.goneHint')}>
          {t('dock.gone')}
        </Pill>
        <span className={css.title} title={title}>
          {title}
        </span>
      </div>
    )
  return (
    <div ref={header} className={css.header}>
      {isNarrow && !reconnecting && stalled === undefined ? (
        <span className={css.icon} title={t(`runStatus.${status}`)}>
          <StatusIcon status={status} />
        </span>
      ) : (
        <Pill
          tone={stalled === undefined ? RUN_TONES[status] : 'bad'}
          title={stalled === undefined ? undefined : t('dock.stalledHint', { why: stalled })}
        >
          {reconnecting ? t('dock.reconnecting') : stalled === undefined ? t(`runStatus.${status}`) : t('dock.stalled')}
        </Pill>
      )}
      <span className={css.title} title={title}>
        {title}
      </span>
      {imported !== null && (
        <Pill tone="quiet" title={t('dock.importedHint', { program: imported })}>
          {t('dock.imported')}
        </Pill>
      )}
      {!isNarrow && <RunTime />}
      {(width === 0 || width >= CRAMPED) && <OpenRunAnnotation run={run} />}
      <BreakpointMenu />
      {isEnded(status) ? (
        <>
          <TraceButton />
          {!isNarrow && (
            <>
              <CopyLink />
              <CompareButton run={run} />
              {imported === null && <ForkButton />}
            </>
          )}
          {imported === null && <ReplayCheck key={run} run={run} />}
          <RunMenu run={run} hasAll={isNarrow} />
        </>
      ) : (
        <>
          <TraceButton />
          <TellButton />
          <StopButton />
        </>
      )}
    </div>
  )
}

function CompareButton({ run }: { readonly run: string }) {
  return (
    <DockButton label={t('compareRun')} hint={t('compareRunHint')} onClick={() => compareWithBefore(run)}>
      <GitCompare size={13} aria-hidden />
    </DockButton>
  )
}

const TraceButton = () => (
  <DockButton
    label={say('open')}
    hint={say('openHint', { keys: showKeys('Shift+R') })}
    isIcon
    onClick={() => carryOut(openTrace)}
  >
    <Maximize2 size={13} aria-hidden />
  </DockButton>
)

function CopyLink() {
  const [copied, setCopied] = useState(false)
  return (
    <DockButton
      label={t(copied ? 'trace.copied' : 'copyLink')}
      hint={t('copyLink')}
      isIcon
      onBlur={() => setCopied(false)}
      onClick={() => void copyInstant().then(() => setCopied(true))}
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
      onClick={forkFromHere}
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
