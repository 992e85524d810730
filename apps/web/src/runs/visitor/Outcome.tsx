import { isObject, type Artifact, type Json } from '@ensemble/core'
import { useState } from 'react'
import { fileAddress, type VisitorRun } from '../../platform/api/visitor-client.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { fieldTitle } from '../../platform/forms/schema-values.ts'
import { say } from './say.ts'
import css from './use.module.css'

const isFile = (value: Json): value is Artifact & { readonly $artifact: string; readonly type: string } =>
  isObject(value) && typeof value.$artifact === 'string' && typeof value.type === 'string'

const filesIn = (value: Json): readonly Artifact[] => {
  if (isFile(value)) return [value]
  if (Array.isArray(value)) return value.flatMap(filesIn)
  return isObject(value) ? Object.values(value).flatMap(filesIn) : []
}

interface FileProps {
  readonly run: string
  readonly file: Artifact
}

function File({ run, file: { $artifact: name, type } }: FileProps) {
  const address = fileAddress(run, name)
  const shown = name.replace(/^[0-9a-f]{16}-/, '')
  return (
    <figure className={css.file}>
      {type.startsWith('audio/') && (
        // eslint-disable-next-line jsx-a11y/media-has-caption -- the result next to it describes the sound
        <audio controls src={address} aria-label={shown} />
      )}
      {/^image\/(png|jpeg|gif|webp|avif)$/.test(type) && <img src={address} alt={shown} />}
      <a href={address} download={shown}>
        {shown}
      </a>
    </figure>
  )
}

/** Texts as text, lists as lists, objects under their names; deeper values as JSON. */
function Value({ value, depth = 0 }: { readonly value: Json; readonly depth?: number }) {
  if (isFile(value)) return <span>{value.$artifact.replace(/^[0-9a-f]{16}-/, '')}</span>
  if (typeof value === 'string') return <p className={css.text}>{value}</p>
  if (value === null || typeof value !== 'object') return <p>{String(value)}</p>
  if (depth > 3) return <pre className={css.json}>{JSON.stringify(value, null, 2)}</pre>
  if (Array.isArray(value))
    return (
      <ul className={css.list}>
        {value.map((each, index) => (
          <li key={index}>
            <Value value={each} depth={depth + 1} />
          </li>
        ))}
      </ul>
    )
  return (
    <dl className={css.members}>
      {Object.entries(value).map(([name, member]) => (
        <div key={name}>
          <dt>{fieldTitle(name, {})}</dt>
          <dd>
            <Value value={member} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface OutcomeProps {
  readonly run: string
  readonly ended: VisitorRun
}

/** The result of a Run that has ended, or that it did not work. */
export function Outcome({ run, ended: { status, output = null, simulated } }: OutcomeProps) {
  const [isCopied, setCopied] = useState(false)
  if (status !== 'completed')
    return (
      <p className={css.fault} role="alert">
        {say(status === 'cancelled' ? 'cancelled' : 'failed')}
      </p>
    )
  const files = filesIn(output)
  const copy = (): void => {
    const text = typeof output === 'string' ? output : JSON.stringify(output, null, 2)
    void navigator.clipboard.writeText(text).then(() => setCopied(true))
  }
  return (
    <section className={css.result} aria-labelledby="result">
      <div className={css.head}>
        <h2 id="result">{say('result')}</h2>
        {output !== null && (
          <Button size="small" onClick={copy}>
            {say(isCopied ? 'copied' : 'copy')}
          </Button>
        )}
      </div>
      {simulated && <p className={css.notice}>{say('simulated')}</p>}
      {files.length > 0 && (
        <section aria-label={say('files')}>
          {files.map((file) => (
            <File key={file.$artifact} run={run} file={file} />
          ))}
        </section>
      )}
      {output === null ? <p>{say('noResult')}</p> : <Value value={output} />}
    </section>
  )
}
