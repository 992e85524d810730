import type { OpenApproval } from '@ensemble/core'
import { type FieldChange, ideaName } from '@ensemble/core/trace'
import { t } from '../../../platform/i18n/run.ts'
import { clockOf, runTitle } from '../../open/run-title.ts'
import { useNamedRun } from '../../open/use-named-run.ts'
import { ideaTitle } from '../../../document/open/idea-title.ts'
import { FieldChanges } from '../FieldChanges.tsx'
import css from './ApprovalDetail.module.css'
import { say } from './say.ts'
import type { WaitingCall } from './use-waiting-call.ts'

interface ApprovalBackgroundProps extends Pick<WaitingCall, 'tool' | 'activity'> {
  readonly approval: OpenApproval
  /** The person's changes to the parameters. */
  readonly changes: readonly FieldChange[]
}

/** The facts for a decision besides the Call: its parent, its reason, the model's text, the person's changes. */
export function ApprovalBackground({ approval, tool, activity, changes }: ApprovalBackgroundProps) {
  const run = useNamedRun(approval.run)
  // A Tool that asks gives no reason; the run gives one where the simulated model would change something.
  const isMadeUp = approval.why === 'approval' && approval.reason !== undefined
  return (
    <div className={css.side}>
      <section>
        <p className={css.run}>
          {run !== undefined &&
            `${say('ofRun', { run: runTitle(run), idea: ideaTitle(ideaName(run.idea)), time: clockOf(run.startedAt) })} · `}
          {say('since', { time: clockOf(approval.since) })}
        </p>
        {approval.expiresAt !== undefined && (
          <p className={css.expires}>{say('expires', { time: clockOf(approval.expiresAt) })}</p>
        )}
        <p className={css.why}>
          {isMadeUp ? say('simulated') : t(`waiting.why.${approval.why}`)}{' '}
          {activity !== undefined && t('waiting.runs', { activity })}
        </p>
        {approval.callers.length > 1 && (
          <p className={css.why}>{t('waiting.callers', { callers: approval.callers.map(ideaTitle).join(' → ') })}</p>
        )}
        {approval.reason !== undefined && !isMadeUp && <p className={css.said}>{approval.reason}</p>}
      </section>
      {approval.reasoning !== undefined && (
        <section>
          <h4>{t('waiting.modelSays')}</h4>
          <p>{approval.reasoning}</p>
        </section>
      )}
      {tool !== undefined && (
        <section>
          <h4>{t('waiting.about')}</h4>
          <p>{tool.description}</p>
        </section>
      )}
      {changes.length > 0 && (
        <section>
          <h4>{t('waiting.changes')}</h4>
          <FieldChanges changes={changes} />
        </section>
      )}
    </div>
  )
}
