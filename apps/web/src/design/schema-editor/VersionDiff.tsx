import type { Json } from '@ensemble/core'
import type { JSONPath } from 'jsonc-parser'
import { useMemo, useState } from 'react'
import { listRuns } from '../../platform/api/run-client.ts'
import { ideaAddress } from '../../document/texts/files.ts'
import { toolsOf } from '../../document/texts/idea-view.ts'
import { diffLines } from '../../document/texts/line-diff.ts'
import { useRecord } from '../../document/open/use-file.ts'
import { isObject } from '@ensemble/core'
import { classes } from '../../platform/ui/classes.ts'
import field from '../../platform/ui/field.module.css'
import { CodeLines, type CodeLine } from './CodeLines.tsx'
import type { EditorPlace } from '../../platform/session/editor-place.ts'
import type { PastCall } from './language.ts'
import type { PartText } from './part.ts'
import { readJson } from './read-json.ts'
import { say } from './say.ts'
import styles from './tab.module.css'
import { readPinned } from './tool-client.ts'
import { useLoaded } from './use-loaded.ts'
import { language } from '../../platform/i18n/language.ts'

interface VersionDiffProps {
  readonly place: EditorPlace
  readonly part: PartText
  readonly text: string
  readonly calls: readonly PastCall[]
}

const MOST_RUNS = 20
const TONE = { same: undefined, theirs: 'removed', mine: 'added' } as const

const valueAt = (text: string, path: JSONPath): Json | undefined =>
  path.reduce<Json | undefined>((value, segment) => {
    if (Array.isArray(value)) return (value as readonly Json[])[Number(segment)] // an array of JSON
    return value !== undefined && isObject(value) ? value[String(segment)] : undefined
  }, readJson(text))
const pretty = (value: Json): string => JSON.stringify(value, null, 2)

/** The same part of an Idea as a run used it. */
async function partOfRun(run: string, { idea, part }: EditorPlace): Promise<Json | undefined> {
  const pinned = await readPinned(run, ideaAddress(idea))
  if (pinned === null) return undefined
  if (part.type === 'output') return pinned.idea.schema
  if (part.type === 'input') {
    const context: readonly Json[] = Array.isArray(pinned.idea.context) ? pinned.idea.context : []
    const message = context.find((one) => isObject(one) && one.type === 'input')
    return isObject(message) ? message.schema : undefined
  }
  const shared = (name: string) => {
    const found = pinned.tools[name]
    return isObject(found) ? found : undefined
  }
  const { name } = part
  return toolsOf('', pinned.idea, shared).find((tool) => tool.name === name)?.schema
}

/** The current text compared with the saved version, or with a run's. */
export function VersionDiff({ place, part, text, calls }: VersionDiffProps) {
  const [run, setRun] = useState('')
  const { value: runs = [] } = useLoaded(
    place.idea,
    async () => (await listRuns(MOST_RUNS, { idea: place.idea })).items,
  )
  const known = new Map([
    ...runs.map(({ id, startedAt }): [string, string] => [id, startedAt]),
    ...calls.map(({ run: id, at }): [string, string] => [id, at]),
  ])
  const key = `${place.idea} ${part.file}#${part.path.join('/')} ${run}`
  const { value: ofRun, failure } = useLoaded(key, async () =>
    run === '' ? null : ((await partOfRun(run, place)) ?? null),
  )
  const inForce = useRecord(part.file)?.inForce ?? null
  const saved = useMemo(() => (inForce === null ? null : (valueAt(inForce, part.path) ?? null)), [inForce, part.path])
  const before = run === '' ? saved : ofRun
  const now = useMemo(() => valueAt(text, []), [text])
  const lines = useMemo(() => {
    if (before === undefined || before === null) return null
    const diff = diffLines(pretty(before), now === undefined ? text : pretty(now))
    return diff.map(({ side, text: line }): CodeLine => {
      const tone = TONE[side]
      return tone === undefined ? { text: line } : { text: line, tone }
    })
  }, [before, now, text])
  const first = lines?.findIndex(({ tone }) => tone !== undefined) ?? -1
  return (
    <section className={styles.half} aria-label={say('history.compare')}>
      <div className={styles.bar}>
        <label className={styles.choice}>
          {say('history.compare')}
          <select
            className={classes(field.input, styles.small)}
            value={run}
            onChange={({ currentTarget }) => setRun(currentTarget.value)}
          >
            <option value="">{say('history.inForce')}</option>
            {[...known].map(([id, when]) => (
              <option key={id} value={id}>
                {say('history.run', { id: id.slice(-6), when: new Date(when).toLocaleString(language) })}
              </option>
            ))}
          </select>
        </label>
        {failure !== null && <span className={styles.bad}>{failure}</span>}
        {before === null && <span className={styles.note}>{say('history.notThere')}</span>}
        {lines !== null && first < 0 && <span className={styles.note}>{say('history.same')}</span>}
      </div>
      <div className={styles.fill}>
        {lines !== null && (
          <CodeLines
            label={say('history.compare')}
            lines={lines}
            {...(first >= 0 && { first: Math.max(0, first - 2) })}
            shows={key}
          />
        )}
      </div>
    </section>
  )
}
