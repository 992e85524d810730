import { ShieldAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { serverEvents } from '../../platform/api/server-events.ts'
import { language } from '../../platform/i18n/language.ts'
import { goTo } from '../../platform/session/location.ts'
import { type Loss, dismissLosses, lossesStore, readLosses } from './losses.ts'
import { notify } from '../../platform/session/notify.ts'
import { Button } from '../../platform/ui/Button.tsx'
import css from './LossNotices.module.css'
import { sayLost } from './say.ts'

const useLosses = (): readonly Loss[] => {
  useEffect(() => {
    void readLosses()
    return serverEvents.onEvent(({ type }) => {
      if (type === 'losses.changed') void readLosses()
    })
  }, [])
  return useStore(lossesStore)
}

const tookSomething = ({ lost, unnamed, incomplete, behind }: Loss): boolean =>
  lost.length + unnamed + incomplete.length > 0 || behind !== undefined

const hintOf = (losses: readonly Loss[]): 'found' | 'short' | 'repaired' => {
  if (losses.some(({ type }) => type === 'found')) return 'found'
  return losses.some(tookSomething) ? 'short' : 'repaired'
}

/** In the explorer's list: that something is lost, and where it says what. */
export function LossHint() {
  const losses = useLosses()
  if (losses.length === 0) return null
  return (
    <p className={css.hint} role="status">
      <ShieldAlert size={14} aria-hidden />
      <span>{sayLost(hintOf(losses))}</span>
      <Button size="small" onClick={() => goTo('runs')}>
        {sayLost('show')}
      </Button>
    </p>
  )
}

/** On the page of all runs: what each loss took, until somebody dismisses them. */
export function LossNotices() {
  const losses = useLosses()
  if (losses.length === 0) return null
  const dismiss = (): void => void dismissLosses().catch((error: unknown) => notify.refusal(error))
  return (
    <div className={css.notices} role="status">
      <ShieldAlert size={16} aria-hidden />
      <div>
        {losses.map((loss) => (
          <LossNotice key={loss.at} loss={loss} />
        ))}
      </div>
      <Button size="small" onClick={dismiss}>
        {sayLost('dismiss')}
      </Button>
    </div>
  )
}

function LossNotice({ loss }: { readonly loss: Loss }) {
  const { at, type, kept, lost, incomplete, unnamed, behind, aside } = loss
  const gone = lost.length + unnamed
  const sentences = [
    type === 'found' ? sayLost('restart') : sayLost('kept', { count: kept }),
    gone > 0 && sayLost('lost', { count: gone }),
    unnamed > 0 && lost.length > 0 && sayLost('unnamed', { count: unnamed }),
    behind !== undefined && sayLost('behind', { run: behind }),
    aside !== undefined && sayLost('aside', { file: aside }),
  ].filter((sentence) => sentence !== false)
  return (
    <section>
      <p>
        <b>{sayLost(type)}</b> <time dateTime={at}>{new Date(at).toLocaleString(language)}</time>
      </p>
      <p>{sentences.join(' ')}</p>
      {lost.length > 0 && (
        <ul aria-label={sayLost('list')}>
          {lost.map(({ run, idea }) => (
            <li key={run}>
              <code>{run}</code> {idea}
            </li>
          ))}
        </ul>
      )}
      {incomplete.length > 0 && (
        <>
          <p>{sayLost('incomplete', { count: incomplete.length })}</p>
          <ul>
            {incomplete.map((run) => (
              <li key={run}>
                <code>{run}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
