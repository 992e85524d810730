import { simulatedIn, type TraceLog } from '@ensemble/core/trace'
import type { ReactNode } from 'react'
import { t } from '../../platform/i18n/run.ts'
import css from './SimulatedNotice.module.css'

interface SimulatedNoticeProps {
  readonly log: TraceLog
  /** The person's remedy. */
  readonly children?: ReactNode
}

/** Next to an output that somebody new might take for an answer: no real model was called. */
export function SimulatedNotice({ log, children }: SimulatedNoticeProps) {
  const part = simulatedIn(log.events)
  if (part === undefined) return null
  const text = t(part === 'answer' ? 'result.simulatedAnswer' : 'result.simulatedChoices')
  return (
    <p className={css.notice} title={text}>
      {text} {children}
    </p>
  )
}
