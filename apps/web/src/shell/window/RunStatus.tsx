import { useStore } from 'zustand'
import { t } from '../../platform/i18n/around.ts'
import { runStore, shownCursor, type RunView } from '../../runs/open/run-view.ts'

const tokensOf = (state: RunView): number | null => {
  const cursor = shownCursor(state)
  if (cursor?.span('') === undefined) return null
  const { inputTokens, outputTokens } = cursor.total('')
  return inputTokens + outputTokens
}
const seqOf = (state: RunView): number => shownCursor(state)?.seq ?? 0
const headOf = (state: RunView): number => state.log?.events.length ?? 0
const isSimulated = (state: RunView): boolean => {
  const first = state.log?.events[0]
  return first?.type === 'run.created' && first.data.model === 'simulated'
}

/** The open run in numbers: tokens up to the instant shown, and which event that is. */
export function RunStatus() {
  const tokens = useStore(runStore, tokensOf)
  const seq = useStore(runStore, seqOf)
  const head = useStore(runStore, headOf)
  const simulated = useStore(runStore, isSimulated)
  if (tokens === null) return null
  const text = t('status.tokens', { count: tokens })
  return (
    <>
      <span title={t('status.tokensHint')}>{simulated ? `${text} · ${t('status.simulated')}` : text}</span>
      <span title={t('status.seqHint', { at: seq, head })}>{t('status.seq', { at: seq, head })}</span>
    </>
  )
}
