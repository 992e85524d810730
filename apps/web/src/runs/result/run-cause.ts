import type { TraceLog } from '@ensemble/core/trace'
import { t } from '../../platform/i18n/run.ts'
import { leafError } from '../trace/rows.ts'
import { refusedAnswers } from './refused-answers.ts'

/** Why a Run failed, as every view says it. */
interface RunCause {
  readonly code: string
  readonly message: string
  /** The span that explains it; empty for the Run itself, null without one. */
  readonly leaf: string | null
}

/** The cause of a failed Run: its own error, or the refused answers that used up its turns. Null where it didn't fail. */
export function runCause(log: TraceLog): RunCause | null {
  const end = log.events.at(-1)
  if (end?.type !== 'run.failed') return null
  const { code, message } = end.data.error
  const refused = refusedAnswers(log)
  if (refused === null) return { code, message, leaf: leafError(log) }
  const { count, error, span } = refused
  const sentence = error.message.replace(/[.]?$/u, '.')
  return {
    code: error.code,
    message: `${t('failure.refusedAnswers', { count, reason: sentence })} ${t('failure.untilLimit', { limit: code })}`,
    leaf: span,
  }
}
