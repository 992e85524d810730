import { useMemo } from 'react'
import { useStore } from 'zustand'
import { isDirty, isDraft, type Document } from '../../document/texts/document.ts'
import { t } from '../../platform/i18n/around.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { judgeStore } from '../../document/graph/graph.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { classes } from '../../platform/ui/classes.ts'
import styles from './status-bar.module.css'
import { part } from '../../platform/ui/part.tsx'
import { useProblemCounts } from '../problem-counts.ts'
import { runStore, type RunView } from '../../runs/open/run-view.ts'

const RunStatus = part(() => import('./rest.ts').then((module) => module.RunStatus), { isQuiet: true })

type SaveState = 'saved' | 'saving' | 'unsaved' | 'draft' | 'conflict' | 'away'

const hasJudge = ({ judge }: { readonly judge: unknown }): boolean => judge !== null
const hasOpenRun = ({ runId }: RunView): boolean => runId !== null
const filesOf = (document: Document) => document.files
const connectionOf = (session: Session) => session.connection
const savingOf = (session: Session) => session.saving
const phaseOf = (session: Session) => session.phase

function sayOf(state: SaveState, { conflicts, unsaved }: { readonly conflicts: number; readonly unsaved: number }) {
  if (state === 'conflict') return t('status.conflict', { count: conflicts })
  if (state === 'saving' && unsaved > 1) return t('status.savingMany', { count: unsaved })
  return t(`status.${state}`)
}

/** Problems, what is saved, the connection, and the open run in numbers. */
export function StatusBar() {
  const files = useStore(documentStore, filesOf)
  const connection = useStore(sessionStore, connectionOf)
  const saving = useStore(sessionStore, savingOf)
  const phase = useStore(sessionStore, phaseOf)
  const { errors, warnings, notes } = useProblemCounts()
  const isJudged = useStore(judgeStore, hasJudge)
  const hasRun = useStore(runStore, hasOpenRun)
  const conflicts = useMemo(() => [...files.values()].filter(({ theirs }) => theirs !== undefined).length, [files])
  const unsaved = useMemo(() => [...files.values()].filter(isDirty).length, [files])
  const state = useMemo((): SaveState => {
    if (conflicts > 0) return 'conflict'
    if (connection === 'away') return 'away'
    if ([...files.values()].some(isDraft)) return 'draft'
    if (unsaved === 0) return 'saved'
    return saving ? 'saving' : 'unsaved'
  }, [files, conflicts, unsaved, connection, saving])
  return (
    <footer className={styles.bar} aria-label={t('status.label')}>
      {phase === 'open' && (
        <>
          <span className={classes(styles.save, styles[state])} role="status">
            <i className={styles.dot} />
            {sayOf(state, { conflicts, unsaved })}
          </span>
          <span className={styles.problems} hidden={!isJudged}>
            {errors > 0 && <span className={styles.errors}>{t('status.errors', { count: errors })}</span>}
            {warnings > 0 && <span>{t('status.warnings', { count: warnings })}</span>}
            {errors + warnings === 0 && (
              <span>{notes > 0 ? t('status.notes', { count: notes }) : t('status.noProblems')}</span>
            )}
          </span>
        </>
      )}
      <span className={styles.grow} />
      {hasRun && <RunStatus />}
    </footer>
  )
}
