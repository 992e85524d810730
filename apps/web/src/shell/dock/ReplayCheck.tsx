import { Check, CircleAlert, GitCompare, History } from 'lucide-react'
import { useState } from 'react'
import { replayRun, type ProvenReplay } from '../../platform/api/run-client.ts'
import { t } from '../../platform/i18n/run.ts'
import { notify } from '../../platform/session/notify.ts'
import { duration, whole } from '../../platform/ui/format.ts'
import { seek } from '../../runs/open/run-playback.ts'
import { selectSpan } from '../../runs/open/run.ts'
import { DockButton } from './DockButton.tsx'
import css from './DockHeader.module.css'

type Divergence = Extract<ProvenReplay, { readonly identical: false }>['divergence']
type CheckState =
  { readonly state: 'idle' | 'checking' | 'failed' } | { readonly state: 'done'; readonly report: ProvenReplay }

/** Runs the executor over the record and says whether it decides the same; a divergence leads to where it is. */
export function ReplayCheck({ run }: { readonly run: string }) {
  const [check, setCheck] = useState<CheckState>({ state: 'idle' })
  const start = (): void => {
    setCheck({ state: 'checking' })
    replayRun(run).then(
      (report) => {
        setCheck({ state: 'done', report })
        if (report.identical) notify.done(proofOf(report))
        else showDivergence(report.divergence)
      },
      (error: unknown) => {
        setCheck({ state: 'failed' })
        notify.refusal(error)
      },
    )
  }
  const { look, label, hint, Icon } = lookOf(check)
  const divergence = check.state === 'done' && !check.report.identical ? check.report.divergence : undefined
  return (
    <DockButton
      label={label}
      hint={hint}
      isLive
      className={css[look]}
      disabled={check.state === 'checking'}
      onClick={() => {
        if (divergence === undefined) start()
        else showDivergence(divergence)
      }}
    >
      <Icon size={13} aria-hidden />
    </DockButton>
  )
}

const showDivergence = ({ key, seq }: Divergence): void => {
  selectSpan(key.split('#')[0] ?? null)
  if (seq !== null) seek(seq)
}

const proofOf = ({ events, answers, ms }: ProvenReplay): string =>
  t('replay.proof', { events: whole(events), answers: whole(answers), time: duration(ms) })

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
    return { look: 'completed', label: t('replay.identical'), hint: proofOf(check.report), Icon: Check }
  const { key, path } = check.report.divergence
  return {
    look: 'failed',
    label: t('replay.diverges'),
    hint: t('replay.divergesHint', { key, path }),
    Icon: GitCompare,
  }
}
