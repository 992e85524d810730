import { useEffect } from 'react'
import { useStore } from 'zustand'
import { t } from '../i18n/index.ts'
import { whenServerIsBack } from '../session/server-back.ts'
import { sessionStore, type Session } from '../session/session.ts'
import { Button } from './Button.tsx'
import styles from './error-boundary.module.css'

const isOutdated = ({ outdated }: Session): boolean => outdated

/** In the place of a part whose code did not come: says why, and calls `onBack` once the server is there again. */
export function PartNotFetched({ onBack }: { readonly onBack: () => void }) {
  const outdated = useStore(sessionStore, isOutdated)
  useEffect(() => {
    const left = new AbortController()
    whenServerIsBack(() => {
      // Another build has other parts: asking for this one again cannot help.
      if (!sessionStore.getState().outdated) onBack()
    }, left.signal)
    return () => left.abort()
  }, [onBack])
  return (
    <>
      <p>{t(outdated ? 'app.partOutdated' : 'app.partNotFetched')}</p>
      <p className={styles.hint}>{t(outdated ? 'app.partOutdatedHint' : 'app.partNotFetchedHint')}</p>
      {outdated && <Button onClick={() => location.reload()}>{t('app.reload')}</Button>}
    </>
  )
}
