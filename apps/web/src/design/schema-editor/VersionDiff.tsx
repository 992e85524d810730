import { useMemo, useState } from 'react'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { setAt } from '../../document/texts/json-edit.ts'
import { diffLines } from '../../document/texts/line-diff.ts'
import { language } from '../../platform/i18n/language.ts'
import { announce } from '../../platform/session/session.ts'
import type { EditorPlace } from '../../platform/session/editor-place.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import field from '../../platform/ui/field.module.css'
import { CodeLines, type CodeLine } from './CodeLines.tsx'
import type { PastCall } from './language.ts'
import type { PartText } from './part.ts'
import { say } from './say.ts'
import styles from './tab.module.css'
import { seeSpan } from './TrialResult.tsx'
import { useLoaded } from './use-loaded.ts'
import { useVersions, type Version, type VersionRun } from './use-versions.ts'
import { partIn, wholeOf, type Held } from './versions.ts'

interface VersionDiffProps {
  readonly place: EditorPlace
  readonly part: PartText
  readonly calls: readonly PastCall[]
}

const TONE = { same: undefined, theirs: 'removed', mine: 'added' } as const
const GROUPS = ['now', 'edits', 'runs', 'git'] as const

/** Any two versions of the edited part or of its file, compared; the first can be restored. */
export function VersionDiff({ place, part, calls }: VersionDiffProps) {
  const { versions, usersOf } = useVersions(place, part, calls)
  const [before, setBefore] = useState('inForce')
  const [after, setAfter] = useState('now')
  const [wantsFile, setWantsFile] = useState(false)
  const hasPart = part.path.length > 0
  const isWhole = wantsFile || !hasPart
  const textOf = (held: Held | null | undefined): string | null => {
    if (held === null || held === undefined) return null
    if (isWhole && held.type === 'text') return held.text
    const value = isWhole ? wholeOf(held, part) : partIn(held, place, part)
    return value === undefined ? null : JSON.stringify(value, null, 2)
  }
  const first = useVersion(versions, before)
  const second = useVersion(versions, after)
  const [from, to] = [textOf(first.held), textOf(second.held)]
  const lines = useMemo(() => {
    if (from === null || to === null) return null
    return diffLines(from, to).map(({ side, text: line }): CodeLine => {
      const tone = TONE[side]
      return tone === undefined ? { text: line } : { text: line, tone }
    })
  }, [from, to])
  const place0 = lines?.findIndex(({ tone }) => tone !== undefined) ?? -1
  const failure = first.failure ?? second.failure
  const isGone = [first.held, second.held].some((held) => held !== undefined && textOf(held) === null)
  const restore = (): void => {
    const { file, path } = part
    const now = documentStore.getState().files.get(file)?.text
    const value = first.held && partIn(first.held, place, part)
    if (isWhole && from !== null) applyEdits('version', [{ file, text: from }])
    else if (typeof now === 'string' && value != null) applyEdits('version', [{ file, text: setAt(now, path, value) }])
    announce(say('history.restored'))
  }
  return (
    <section className={styles.half} aria-label={say('history.compare')}>
      <div className={styles.bar}>
        <VersionSelect label={say('history.compare')} versions={versions} value={before} onChange={setBefore} />
        <VersionSelect label={say('history.with')} versions={versions} value={after} onChange={setAfter} />
        {hasPart && (
          <label className={styles.choice}>
            <input
              type="checkbox"
              checked={wantsFile}
              onChange={({ currentTarget }) => setWantsFile(currentTarget.checked)}
            />
            {say('history.wholeFile')}
          </label>
        )}
        <Button size="small" disabled={from === null || before === 'now'} onClick={restore}>
          {say('history.restore')}
        </Button>
        {failure !== null && <span className={styles.bad}>{failure}</span>}
        {isGone && <span className={styles.note}>{say('history.notThere')}</span>}
        {lines !== null && place0 < 0 && <span className={styles.note}>{say('history.same')}</span>}
        {first.held && <UsedByRuns runs={usersOf(first.held)} />}
      </div>
      <div className={styles.fill}>
        {lines !== null && (
          <CodeLines
            label={say('history.compare')}
            lines={lines}
            {...(place0 >= 0 && { first: Math.max(0, place0 - 2) })}
            shows={`${part.file}#${part.path.join('/')} ${before} ${after} ${isWhole}`}
          />
        )}
      </div>
    </section>
  )
}

/** The content of a version, undefined until it is there. */
function useVersion(
  versions: readonly Version[],
  key: string,
): { readonly held: Held | null | undefined; readonly failure: string | null } {
  const held = versions.find((one) => one.key === key)?.held
  const isLoaded = typeof held === 'function'
  const { value, failure } = useLoaded(`${key} ${isLoaded}`, async () => (isLoaded ? await held() : null))
  return isLoaded ? { held: value, failure } : { held, failure: null }
}

const MOST_NAMED = 4

/** The runs that used the first version, each one click away. */
function UsedByRuns({ runs }: { readonly runs: readonly VersionRun[] }) {
  if (runs.length === 0) return null
  const more = runs.length - MOST_NAMED
  return (
    <span className={styles.choice}>
      {say('history.usedByRuns')}
      {runs.slice(0, MOST_NAMED).map(({ id, startedAt }) => (
        <Button
          key={id}
          size="small"
          look="quiet"
          title={say('history.openRun', { when: new Date(startedAt).toLocaleString(language) })}
          onClick={() => seeSpan(id)}
        >
          {id.slice(-6)}
        </Button>
      ))}
      {more > 0 && say('history.more', { count: more })}
    </span>
  )
}

interface VersionSelectProps {
  readonly label: string
  readonly versions: readonly Version[]
  readonly value: string
  readonly onChange: (key: string) => void
}

function VersionSelect({ label, versions, value, onChange }: VersionSelectProps) {
  return (
    <label className={styles.choice}>
      {label}
      <select
        className={classes(field.input, styles.small, styles.version)}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {GROUPS.map((group) => {
          const own = versions.filter((version) => version.group === group)
          return (
            own.length > 0 && (
              <optgroup key={group} label={say(`history.group.${group}`)}>
                {own.map(({ key, label: name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
              </optgroup>
            )
          )
        })}
      </select>
    </label>
  )
}
