import type { ReplayReport } from '@ensemble/core'
import { History } from 'lucide-react'
import { useEffect, useState } from 'react'
import { replayRun } from '../api/run-client.ts'
import { t } from '../i18n/index.ts'
import { runTitle } from '../runs/run-title.ts'
import { isEnded, seek, selectSpan, type RunView } from '../stores/run.ts'
import { classes } from '../ui/classes.ts'
import css from './DockHeader.module.css'
import { useRun } from './use-run.ts'

const pickRun = (state: RunView): string | null => state.runId
const pickStatus = (state: RunView): RunView['status'] => state.status
const pickReconnecting = (state: RunView): boolean => state.connection === 'reconnecting'
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
  if (run === null || status === null) return null
  return (
    <div className={css.header}>
      <span className={classes(css.pill, css[status])}>
        {reconnecting ? t('dock.reconnecting') : t(`runStatus.${status}`)}
      </span>
      <span className={css.title} title={title}>
        {title}
      </span>
      {isEnded(status) && <ReplayCheck key={run} run={run} />}
    </div>
  )
}

type Check =
  { readonly state: 'idle' | 'checking' | 'failed' } | { readonly state: 'done'; readonly report: ReplayReport }

/** Runs the executor over the record and says whether it decides the same; a divergence is shown where it is. */
function ReplayCheck({ run }: { readonly run: string }) {
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  useEffect(() => setCheck({ state: 'idle' }), [run])
  const report = check.state === 'done' ? check.report : null
  const start = (): void => {
    setCheck({ state: 'checking' })
    replayRun(run).then(
      (answer) => setCheck({ state: 'done', report: answer }),
      () => setCheck({ state: 'failed' }),
    )
  }
  return (
    <span className={css.replay} aria-live="polite">
      {report?.identical === true && <span className={classes(css.pill, css.completed)}>{t('replay.identical')}</span>}
      {report?.identical === false && (
        <button
          type="button"
          className={classes(css.pill, css.failed)}
          title={t('replay.divergesHint', { key: report.divergence.key, path: report.divergence.path })}
          onClick={() => {
            selectSpan(report.divergence.key.split('#')[0] ?? null)
            if (report.divergence.seq !== null) seek(report.divergence.seq)
          }}
        >
          {t('replay.diverges')}
        </button>
      )}
      {check.state === 'failed' && <span className={css.note}>{t('replay.failed')}</span>}
      <button
        type="button"
        className={css.button}
        disabled={check.state === 'checking'}
        title={t('replay.hint')}
        onClick={start}
      >
        <History size={13} aria-hidden />
        <span className={css.label}>{t(check.state === 'checking' ? 'replay.checking' : 'replay.check')}</span>
      </button>
    </span>
  )
}
