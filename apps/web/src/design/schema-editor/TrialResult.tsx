import type { Json } from '@ensemble/core'
import type { RunStatus } from '@ensemble/core/journal'
import type { TraceLog } from '@ensemble/core/trace'
import { chooseDockTab } from '../../platform/session/dock-tab.ts'
import type { RunView } from '../../runs/open/run-view.ts'
import { openRun, selectSpan } from '../../runs/open/run.ts'
import { closeDialog, openDialog, sessionStore } from '../../platform/session/session.ts'
import { JsonTree } from '../../runs/trace/JsonTree.tsx'
import { useRun } from '../../runs/trace/use-run.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { closeEditor } from '../../platform/session/editor-place.ts'
import { say } from './say.ts'
import styles from './tab.module.css'

const idOf = (state: RunView): string | null => state.runId
const logOf = (state: RunView): TraceLog | null => state.log
const statusOf = (state: RunView): RunStatus | null => state.status

/** The one Call that a trial makes. */
const CALL = 'request/0/call/0'

const ENDS: ReadonlySet<string> = new Set(['call.completed', 'call.failed', 'call.rejected'])

const STATUS = {
  queued: 'try.starting',
  running: 'try.running',
  waiting: 'try.waiting',
  completed: 'try.completed',
  failed: 'try.failed',
  cancelled: 'try.cancelled',
} as const satisfies Record<RunStatus, string>

/** Shows a place of a run in the dock and the inspector, and leaves the editor. */
export function seeSpan(run: string, span?: string): void {
  openRun(run)
  if (span !== undefined) selectSpan(span)
  // A trial that ends offers its result; a trace was asked for.
  chooseDockTab('timeline')
  sessionStore.setState(({ panels }) => ({ panels: { ...panels, dock: true, inspector: true } }))
  closeEditor()
  closeDialog()
}

/** The result of the one Call, and the way to its trace. */
export function TrialResult({ run }: { readonly run: string }) {
  const id = useRun(idOf)
  const log = useRun(logOf)
  const status = useRun(statusOf)
  if (id !== run || log === null) return null
  const last = log.events.findLast(({ span, type }) => span === CALL && ENDS.has(type))
  return (
    <section className={styles.trial} aria-label={say('try.result')}>
      <p className={styles.trialHead}>
        <b>{say(STATUS[status ?? 'queued'])}</b>
        <Button size="small" onClick={() => seeSpan(run, CALL)}>
          {say('try.trace')}
        </Button>
        {status === 'completed' && (
          <Button size="small" onClick={() => openDialog({ type: 'keepCase', run })}>
            {say('try.keepCase')}
          </Button>
        )}
      </p>
      {/* A large result is a reference, which is JSON as well: the tree fetches it. */}
      {last?.type === 'call.completed' && <JsonTree run={run} value={last.data.result as Json} open={2} />}
      {(last?.type === 'call.failed' || last?.type === 'call.rejected') && (
        <p className={styles.bad}>{last.data.error.message}</p>
      )}
    </section>
  )
}
