import { CloudOff, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Document } from '../../document/texts/document.ts'
import { say } from '../../platform/i18n/banners.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { ConflictBanner } from '../../design/conflict/ConflictBanner.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import styles from '../../platform/ui/banner.module.css'
import { part } from '../../platform/ui/part.tsx'

const isAway = (session: Session): boolean => session.phase === 'open' && session.connection === 'away'
const isOutdated = ({ outdated, connection }: Session): boolean => outdated && connection !== 'away'
const isReadOnly = ({ facts }: Session): boolean => facts?.readOnly === true
const filesOf = (document: Document) => document.files

const ReadOnlyBanner = part(() => import('./ReadOnlyBanner.tsx').then((module) => module.default), { isQuiet: true })

/** Facts and choices before continuing: a server that is away or newer, a file that changed twice. */
export function Banners() {
  const away = useStore(sessionStore, isAway)
  const outdated = useStore(sessionStore, isOutdated)
  const readOnly = useStore(sessionStore, isReadOnly)
  const files = useStore(documentStore, filesOf)
  const conflicts = useMemo(() => [...files.values()].filter(({ theirs }) => theirs !== undefined), [files])
  return (
    <>
      {readOnly && <ReadOnlyBanner />}
      {away && (
        <div className={classes(styles.banner, styles.away)} role="status">
          <CloudOff size={15} aria-hidden />
          <span>
            <b>{say('away.title')}</b> {say('away.text')}
          </span>
        </div>
      )}
      {outdated && (
        <div className={styles.banner} role="status">
          <RefreshCw size={15} aria-hidden />
          <span>
            <b>{say('outdated.title')}</b> {say('outdated.text')}
          </span>
          <span className={styles.choices}>
            <Button size="small" look="primary" onClick={() => location.reload()}>
              {say('outdated.reload')}
            </Button>
          </span>
        </div>
      )}
      {conflicts.map(({ file, theirs }) => (
        <ConflictBanner key={file} file={file} theirs={theirs} />
      ))}
    </>
  )
}
