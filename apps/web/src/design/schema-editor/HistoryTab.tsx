import { useMemo } from 'react'
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { EditedTool } from './part.ts'
import type { PastCall } from './language.ts'
import { say } from './say.ts'
import { shownCall } from './shown-call.ts'
import styles from './tab.module.css'
import { readCalls } from './tool-client.ts'
import { seeSpan } from './TrialResult.tsx'
import { useAnswer } from './use-answer.ts'
import { useLoaded } from './use-loaded.ts'
import { UsedIn } from './UsedIn.tsx'
import { VersionDiff } from './VersionDiff.tsx'
import type { EditorPlace } from '../../platform/session/editor-place.ts'
import type { PartText } from './part.ts'
import { language } from '../../platform/i18n/language.ts'

interface HistoryTabProps {
  readonly place: EditorPlace
  readonly part: PartText
  readonly tool: EditedTool | null
  readonly text: string
}
const NO_CALLS: readonly PastCall[] = []

/** The past of this edit: Calls that no longer fit, earlier versions, and uses of the schema. */
export function HistoryTab({ place, part, tool, text }: HistoryTabProps) {
  const { value: calls, failure } = useLoaded(tool === null ? '' : `${tool.idea}/${tool.name}`, () =>
    tool === null ? Promise.resolve(NO_CALLS) : readCalls(tool.name, tool.idea),
  )
  return (
    <div className={styles.halves}>
      <div className={styles.half}>
        <div className={styles.scroll}>
          {tool !== null && (
            <section className={styles.section} aria-label={say('history.calls')}>
              <h3>{say('history.calls')}</h3>
              {failure !== null && <p className={styles.bad}>{failure}</p>}
              {calls === undefined && failure === null && <p className={styles.note}>{say('history.loading')}</p>}
              {calls !== undefined && <CallsNow tool={tool} text={text} calls={calls} />}
            </section>
          )}
          <UsedIn place={place} part={part} />
        </div>
      </div>
      <VersionDiff place={place} part={part} calls={calls ?? NO_CALLS} />
    </div>
  )
}

interface CallsNowProps {
  readonly tool: EditedTool
  readonly text: string
  readonly calls: readonly PastCall[]
}

function CallsNow({ tool: { name, mode }, text, calls }: CallsNowProps) {
  const asked = useMemo(() => ({ name, text, mode, calls }), [name, text, mode, calls])
  const { answer } = useAnswer('history', asked)
  if (calls.length === 0) return <p className={styles.note}>{say('history.none')}</p>
  if (answer === undefined || answer === null) return null
  const { valid, refused, unresolved } = answer
  return (
    <>
      {valid > 0 && (
        <p className={styles.good}>
          <CircleCheck size={14} aria-hidden /> {say('history.valid', { count: valid })}
        </p>
      )}
      {unresolved > 0 && (
        <p className={styles.note}>
          <CircleHelp size={14} aria-hidden /> {say('history.unresolved', { count: unresolved })}
        </p>
      )}
      {refused.length > 0 && (
        <p className={styles.bad}>
          <CircleX size={14} aria-hidden /> {say('history.broken', { count: refused.length })}
        </p>
      )}
      <ul className={styles.list}>
        {refused.map(({ recorded, error }) => (
          <li key={`${recorded.run} ${recorded.seq}`}>
            <button
              type="button"
              className={styles.item}
              title={say('history.see')}
              onClick={() => seeSpan(recorded.run, recorded.span)}
            >
              <span className={styles.itemLine}>
                <time dateTime={recorded.at}>{new Date(recorded.at).toLocaleString(language)}</time>
                <code title={JSON.stringify(recorded.call)}>{shownCall(recorded.call)}</code>
              </span>
              <span className={styles.note}>{error.message}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
