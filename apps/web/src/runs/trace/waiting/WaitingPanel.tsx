import type { OpenApproval } from '@ensemble/core'
import type { RunStatus } from '@ensemble/core/journal'
import { ideaName } from '@ensemble/core/trace'
import { CircleCheck, Info } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { t } from '../../../platform/i18n/run.ts'
import {
  approvalId,
  chooseApproval,
  forgetDecision,
  inboxStore,
  shownApproval,
  type Decided,
  type Inbox,
} from '../../open/run-approvals.ts'
import { chooseDockTab } from '../../../platform/session/dock-tab.ts'
import type { RunView } from '../../open/run-view.ts'
import { clockOf, runTitle } from '../../open/run-title.ts'
import { useNamedRun } from '../../open/use-named-run.ts'
import { classes } from '../../../platform/ui/classes.ts'
import { EmptyPanel } from '../EmptyPanel.tsx'
import { ideaTitle } from '../../../document/open/idea-title.ts'
import { useRun } from '../use-run.ts'
import { ApprovalDetail } from './ApprovalDetail.tsx'
import { QuestionDetail } from './QuestionDetail.tsx'
import { say } from './say.ts'
import css from './WaitingPanel.module.css'

const whole = (inbox: Inbox): Inbox => inbox
const pickHasResult = (state: RunView): boolean => state.status === 'completed'
const pickOpen = (state: RunView): string | null => state.runId

/** The Calls of all Runs that wait for a person, those of the open Run first, and the one that is being decided on. */
export function WaitingPanel() {
  const inbox = useStore(inboxStore, whole)
  const open = useRun(pickOpen)
  const next = useRun(pickHasResult) ? 'result' : 'timeline'
  useEffect(() => forgetDecision, [])
  const { waiting, decided } = inbox
  const shown = shownApproval(inbox, open)
  if (waiting.length === 0 && decided === null) return <EmptyPanel text={t('waiting.none')} />
  const ofOpen = waiting.filter(({ run }) => run === open)
  const ofOthers = waiting.filter(({ run }) => run !== open)
  const Detail = shown?.why === 'question' ? QuestionDetail : ApprovalDetail
  const list = (label: string, approvals: readonly OpenApproval[]) =>
    approvals.length > 0 && (
      <>
        <h4 className={css.group}>{label}</h4>
        <ul aria-label={label}>
          {approvals.map((approval) => (
            <Item key={approvalId(approval)} approval={approval} isShown={approval === shown} />
          ))}
        </ul>
      </>
    )
  return (
    <div className={css.panel} role="region" aria-label={t('waiting.label')}>
      {(waiting.length > 1 || (waiting.length === 1 && shown === undefined)) && (
        <div className={css.list}>
          {list(say('here'), ofOpen)}
          {list(say('others'), ofOthers)}
        </div>
      )}
      <div className={css.main}>
        {decided !== null && <Said decided={decided} />}
        {shown === undefined ? (
          <EmptyPanel
            text={say(waiting.length === 0 ? 'nothingElse' : 'choose')}
            {...(open !== null && { action: { label: t(`dock.${next}`), onClick: () => chooseDockTab(next) } })}
          />
        ) : (
          <Detail key={approvalId(shown)} approval={shown} />
        )}
      </div>
    </div>
  )
}

/** A waiting Call in the list: its Tool, and which Run of which Idea it belongs to. */
function Item({ approval, isShown }: { readonly approval: OpenApproval; readonly isShown: boolean }) {
  const run = useNamedRun(approval.run)
  const place =
    run === undefined
      ? say('since', { time: clockOf(approval.since) })
      : `${clockOf(run.startedAt)} · ${ideaTitle(ideaName(run.idea))}`
  return (
    <li>
      <button
        type="button"
        className={classes(css.item, isShown && css.shown)}
        aria-current={isShown}
        title={run === undefined ? approval.run : `${runTitle(run)} · ${place}`}
        onClick={() => chooseApproval(approval)}
      >
        {approval.why === 'question' ? <q>{String(approval.parameters['question'])}</q> : <code>{approval.tool}</code>}
        <span>{run === undefined ? '' : runTitle(run)}</span>
        <span>{place}</span>
      </button>
    </li>
  )
}

/** The result of the decided Call. */
function Said({ decided: { approval, decision } }: { readonly decided: Decided }) {
  const then = useThen(approval.run)
  const Icon = decision === 'elsewhere' ? Info : CircleCheck
  return (
    <p className={css.said} role="status" data-decision={decision}>
      <Icon size={15} aria-hidden />
      {approval.why === 'question' && (decision === 'answer' || decision === 'refuse')
        ? say(decision === 'answer' ? 'question.answered' : 'question.declined')
        : say(`decided.${decision}`, { tool: approval.tool })}
      {decision !== 'elsewhere' && then !== undefined && ` ${say(`sinceThen.${then}`)}`}
    </p>
  )
}

const pickStatus = ({ status }: RunView): RunView['status'] => status

/** A Run's state now: the open one's own status is newer than the list's. */
function useThen(run: string): Exclude<RunStatus, 'queued'> | undefined {
  const isOpen = useRun(pickOpen) === run
  const own = useRun(pickStatus)
  const listed = useNamedRun(run)?.status
  const status = (isOpen ? own : undefined) ?? listed
  return status === null || status === undefined ? undefined : status === 'queued' ? 'running' : status
}
