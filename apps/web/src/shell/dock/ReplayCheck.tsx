import type { Json } from '@ensemble/core'
import { Check, CircleAlert, GitCompare, History } from 'lucide-react'
import { useState } from 'react'
import { replayRun, type ProvenReplay } from '../../platform/api/run-client.ts'
import { t } from '../../platform/i18n/run.ts'
import { notify } from '../../platform/session/notify.ts'
import { duration, whole } from '../../platform/ui/format.ts'
import { preview } from '../../platform/ui/json-preview.ts'
import { seek } from '../../runs/open/run-playback.ts'
import { selectSpan } from '../../runs/open/run.ts'
import { DockButton } from './DockButton.tsx'
import css from './DockHeader.module.css'

type Diverged = Extract<ProvenReplay, { readonly identical: false }>
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
        else showDivergence(report)
      },
      (error: unknown) => {
        setCheck({ state: 'failed' })
        notify.refusal(error)
      },
    )
  }
  const { look, label, hint, Icon } = lookOf(check)
  const diverged = check.state === 'done' && !check.report.identical ? check.report : undefined
  return (
    <DockButton
      label={label}
      hint={hint}
      isLive
      className={css[look]}
      disabled={check.state === 'checking'}
      onClick={() => {
        if (diverged === undefined) start()
        else showDivergence(diverged)
      }}
    >
      <Icon size={13} aria-hidden />
    </DockButton>
  )
}

/** Goes to where record and replay part, and says in what. */
function showDivergence(report: Diverged): void {
  const { key, seq, expected, actual } = report.divergence
  selectSpan(key.split('#')[0] ?? null)
  seek(seq)
  notify.tell(placeOf(report), t('replay.divergesHow', { expected: inWords(expected), actual: inWords(actual) }))
}

/** A fact that only one side has is after the last event of the record. */
const placeOf = ({ divergence: { key, seq }, events }: Diverged): string =>
  t('replay.divergesAt', { key, seq: whole(seq ?? events), events: whole(events) })

const inWords = (value: Json): string => (typeof value === 'string' ? value : preview(value))

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
  return { look: 'failed', label: t('replay.diverges'), hint: placeOf(check.report), Icon: GitCompare }
}
