import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { documentStore } from '../../document/open/document-store.ts'
import { jumpSteps } from '../../document/open/steps.ts'
import { say, sayStep, strangenessOf, timeOf } from '../../document/open/say-step.ts'
import type { Document } from '../../document/texts/document.ts'
import { stepPlace } from '../../document/texts/step-place.ts'
import { t } from '../../platform/i18n/commands.ts'
import { notify } from '../../platform/session/notify.ts'
import { announce, openDialog } from '../../platform/session/session.ts'
import { tabName } from '../../platform/session/tab.ts'
import { classes } from '../../platform/ui/classes.ts'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import { editedPaths } from './edited-path.ts'
import { historyRows, type HistoryRow } from './history-rows.ts'
import styles from './history.module.css'

const historyOf = ({ history }: Document) => history

function jump({ steps }: HistoryRow): void {
  if (steps === 0) return
  const step = jumpSteps(steps)
  if (!step.ok) notify.error(t('command.undoBlocked', { file: step.file }))
  else if (step.conflict !== undefined) openDialog({ type: 'diff', file: step.conflict })
}

/** Arrow keys go through the rows, as in any list. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  rows[Math.max(0, Math.min(rows.length - 1, to))]?.focus()
}

/** All steps of undo and redo, the newest first; a click or Enter goes to one. */
export function HistoryDialog() {
  const history = useStore(documentStore, historyOf)
  const rows = useMemo(() => historyRows(history), [history])
  const paths = useMemo(() => editedPaths({ ...documentStore.getState(), history }), [history])
  const sentenceOf = ({ entry }: HistoryRow): string =>
    entry === null ? say('start') : sayStep(entry, paths.get(entry))
  const current = useRef<HTMLButtonElement>(null)
  const [opened] = useState(Date.now)
  const now = rows.find(({ steps, isForeign }) => steps === 0 && !isForeign)
  useEffect(() => current.current?.focus(), [now])
  return (
    <DialogFrame title={say('title')} {...(rows.length > 0 && { text: say('text') })} isAside>
      {rows.length === 0 && <p>{say('empty')}</p>}
      <ul className={styles.rows} onKeyDown={walk}>
        {rows.map((row) => (
          <li key={row.key}>
            <button
              type="button"
              ref={row === now ? current : undefined}
              className={classes(styles.row, row.steps > 0 && styles.undone)}
              aria-current={row === now ? 'step' : undefined}
              disabled={row.isForeign}
              onClick={() => {
                jump(row)
                announce(sentenceOf(row))
              }}
            >
              <span className={styles.sentence} dir="auto">
                {sentenceOf(row)}
              </span>
              {row.entry !== null && <Details row={row} now={opened} />}
              {row === now && <b className={styles.now}>{say('now')}</b>}
            </button>
          </li>
        ))}
      </ul>
    </DialogFrame>
  )
}

function Details({ row: { entry }, now }: { readonly row: HistoryRow; readonly now: number }) {
  if (entry === null) return null
  const [file = '', ...others] = stepPlace(entry).files
  const where = others.length === 0 ? file : say('more', { name: file, others: others.length })
  const isElsewhere = strangenessOf(entry, tabName(), now) === 'tab'
  return (
    <>
      <time className={styles.time} dateTime={new Date(entry.at).toISOString()}>
        {entry.at > 0 && timeOf(entry.at, now)}
      </time>
      <span className={styles.where}>
        {where}
        {isElsewhere && ` · ${say('otherTab')}`}
      </span>
    </>
  )
}
