import type { ReplayReport } from '@ensemble/core'
import { Check, CircleAlert, GitCompare, History } from 'lucide-react'
import { useState } from 'react'
import { replayRun } from '../../platform/api/run-client.ts'
import { t } from '../../platform/i18n/run.ts'
import { seek } from '../../runs/open/run-playback.ts'
import { selectSpan } from '../../runs/open/run.ts'
import { DockButton } from './DockButton.tsx'
import css from './DockHeader.module.css'

type CheckState =
  { readonly state: 'idle' | 'checking' | 'failed' } | { readonly state: 'done'; readonly report: ReplayReport }

/** Runs the executor over the record and says whether it decides the same; a divergence leads to where it is. */
export function ReplayCheck({ run }: { readonly run: string }) {
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
    <DockButton
      label={label}
      hint={hint}
      isLive
      className={css[look]}
      disabled={check.state === 'checking'}
      onClick={() => {
        if (divergence === null) start()
        else {
          selectSpan(divergence.key.split('#')[0] ?? null)
          if (divergence.seq !== null) seek(divergence.seq)
        }
      }}
    >
      <Icon size={13} aria-hidden />
    </DockButton>
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
