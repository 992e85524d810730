import { useStore } from 'zustand'
import { t } from '../../i18n/index.ts'
import { approvalId, chooseApproval, inboxStore, shownApproval, type Inbox } from '../../stores/run-approvals.ts'
import { runListStore, type RunList } from '../../stores/run-list.ts'
import type { RunView } from '../../stores/run.ts'
import { runTitle } from '../../runs/run-title.ts'
import { classes } from '../../ui/classes.ts'
import { EmptyPanel } from '../EmptyPanel.tsx'
import { useRun } from '../use-run.ts'
import { ApprovalDetail } from './ApprovalDetail.tsx'
import css from './WaitingPanel.module.css'

const whole = (inbox: Inbox): Inbox => inbox
const pickRuns = (list: RunList): RunList['runs'] => list.runs
const pickOpen = (state: RunView): string | null => state.runId

/** The Calls of all Runs that wait for a person, and the one that is being decided on. */
export function WaitingPanel() {
  const inbox = useStore(inboxStore, whole)
  const runs = useStore(runListStore, pickRuns)
  const open = useRun(pickOpen)
  const shown = shownApproval(inbox, open)
  if (shown === undefined) return <EmptyPanel text={t('waiting.none')} />
  return (
    <div className={css.panel} role="region" aria-label={t('waiting.label')}>
      {inbox.waiting.length > 1 && (
        <ul className={css.list} aria-label={t('waiting.list', { count: inbox.waiting.length })}>
          {inbox.waiting.map((approval) => {
            const run = runs.find(({ id }) => id === approval.run)
            return (
              <li key={approvalId(approval)}>
                <button
                  type="button"
                  className={classes(css.item, approval === shown && css.shown)}
                  aria-current={approval === shown}
                  onClick={() => chooseApproval(approval)}
                >
                  <code>{approval.tool}</code>
                  <span>{run === undefined ? '' : runTitle(run)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <ApprovalDetail key={approvalId(shown)} approval={shown} />
    </div>
  )
}
