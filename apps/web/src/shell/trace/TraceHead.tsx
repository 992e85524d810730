import { spanTime, tokensOf } from '@ensemble/core/trace'
import { GitCompare, GitFork, Square } from 'lucide-react'
import { t } from '../../platform/i18n/run.ts'
import { notify } from '../../platform/session/notify.ts'
import { count, duration } from '../../platform/ui/format.ts'
import { Pill } from '../../platform/ui/Pill.tsx'
import { carryOut } from '../../document/commands/command.ts'
import { forkSpan } from '../../runs/commands/fork-span.ts'
import { RUN_TONES } from '../../runs/list/run-tone.ts'
import { useIsKept } from '../../runs/open/gone-runs.ts'
import { compareWithBefore } from '../../runs/open/run-list.ts'
import { pickImported } from '../../runs/open/imported.ts'
import { isEnded, type OpenRuns, type RunView } from '../../runs/open/run-view.ts'
import { stopRun } from '../../runs/open/run.ts'
import { SimulatedNotice } from '../../runs/result/SimulatedNotice.tsx'
import { useRun, useShown } from '../../runs/trace/use-run.ts'
import { InboxButton } from '../../runs/trace/waiting/InboxButton.tsx'
import { DockButton } from '../dock/DockButton.tsx'
import { ReplayCheck } from '../dock/ReplayCheck.tsx'
import { RunMenu } from '../dock/RunMenu.tsx'
import { say } from './say.ts'
import css from './trace.module.css'

const pickStatus = (state: OpenRuns): RunView['status'] => state.status

/** How the Run ended and after how long, and what it took. */
export function TraceFacts() {
  const status = useRun(pickStatus)
  const shown = useShown()
  const whole = shown?.log.spans.byId.get('')?.latest
  if (shown === null || whole === undefined || status === null) return null
  const { log } = shown
  const tokens = tokensOf(log.at().total(''))
  const { workMs } = spanTime(log, whole, log.times.at(-1) ?? 0)
  const isDone = status === 'completed' || status === 'failed' || status === 'cancelled'
  return (
    <>
      <Pill tone={RUN_TONES[status]}>
        {isDone ? say(`after.${status}`, { time: duration(workMs) }) : t(`runStatus.${status}`)}
      </Pill>
      <span className={css.facts}>
        {say(tokens.kept > 0 ? 'factsKept' : 'facts', { tokens: count(tokens.used), kept: count(tokens.kept) })}
      </span>
      <span className={css.notice}>
        <SimulatedNotice log={log} />
      </span>
    </>
  )
}

/** The Run's actions, in words. */
export function TraceActions({ run }: { readonly run: string }) {
  const status = useRun(pickStatus)
  const isKept = useIsKept(run)
  // The selection and the log decide it; the page is the trace.
  const imported = useRun(pickImported)
  const canFork = useRun(() => forkSpan.isEnabled())
  if (status === null || !isKept) return null
  return (
    <span className={css.actions}>
      <InboxButton />
      {imported === null && (
        <DockButton
          label={say('fork')}
          hint={say(canFork ? 'forkHint' : 'noFork')}
          disabled={!canFork}
          onClick={() => carryOut(forkSpan)}
        >
          <GitFork size={13} aria-hidden />
        </DockButton>
      )}
      {isEnded(status) ? (
        <>
          <DockButton label={t('compareRun')} hint={t('compareRunHint')} onClick={() => compareWithBefore(run)}>
            <GitCompare size={13} aria-hidden />
          </DockButton>
          {imported === null && <ReplayCheck key={run} run={run} />}
          <RunMenu run={run} hasAll />
        </>
      ) : (
        <DockButton
          label={t('dock.stop')}
          onClick={() => void stopRun().catch((error: unknown) => notify.refusal(error))}
        >
          <Square size={11} fill="currentColor" aria-hidden />
        </DockButton>
      )}
    </span>
  )
}
