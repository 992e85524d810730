import { tokensOf, type SpanUsage } from '@ensemble/core/trace'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { t } from '../../platform/i18n/around.ts'
import { runStore, shownCursor, type RunView } from '../../runs/open/run-view.ts'

const usageOf = (state: RunView): SpanUsage | null => {
  const cursor = shownCursor(state)
  return cursor?.span('') === undefined ? null : cursor.total('')
}
const seqOf = (state: RunView): number => shownCursor(state)?.seq ?? 0
const headOf = (state: RunView): number => state.log?.events.length ?? 0
const isSimulated = (state: RunView): boolean => {
  const first = state.log?.events[0]
  return first?.type === 'run.created' && first.data.model === 'simulated'
}

/** The open run in numbers: tokens up to the instant shown, and which event that is. */
export function RunStatus() {
  const usage = useStore(runStore, useShallow(usageOf))
  const seq = useStore(runStore, seqOf)
  const head = useStore(runStore, headOf)
  const simulated = useStore(runStore, isSimulated)
  if (usage === null) return null
  const { used, kept } = tokensOf(usage)
  const text = [
    t('status.tokens', { count: used }),
    ...(kept > 0 ? [t('status.kept', { count: kept })] : []),
    ...(simulated ? [t('status.simulated')] : []),
  ].join(' · ')
  return (
    <>
      <span title={t(kept > 0 ? 'status.keptHint' : 'status.tokensHint')}>{text}</span>
      <span title={t('status.seqHint', { at: seq, head })}>{t('status.seq', { at: seq, head })}</span>
    </>
  )
}
