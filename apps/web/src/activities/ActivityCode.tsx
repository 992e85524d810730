import { Suspense, lazy, useEffect, useEffectEvent, useState } from 'react'
import { readCode, removeCode, tryCode, writeCode, type Tried } from '../api/activity-client.ts'
import { ApiError } from '../api/client.ts'
import { Button } from '../ui/Button.tsx'
import { notify } from '../stores/notify.ts'
import css from './activities.module.css'
import { keepCodeDraft, readCodeDraft } from './code-drafts.ts'
import { codeTemplate } from './code-template.ts'
import { sampleCall, useToolSchema } from './sample-call.ts'
import { say } from './say.ts'
import { TryCode, callOf } from './TryCode.tsx'

const CodeEditor = lazy(() => import('./CodeEditor.tsx'))

interface Loaded {
  /** What the editor begins with; `version` changes where it is to begin anew. */
  readonly start: string
  readonly version: number
  /** What the file holds, and its ETag; null before the first save. */
  readonly saved: string | null
  readonly etag: string | null
}

interface ActivityCodeProps {
  readonly name: string
  /** There is no file yet: none is asked for. */
  readonly isNew: boolean
  readonly onSaved: () => void
  readonly onDeleted: () => void
}

const readStart = async (name: string, isNew: boolean, template: string): Promise<Loaded> => {
  const stored = isNew ? null : await readCode(name)
  const draft = readCodeDraft(name)
  const start = draft?.code ?? stored?.code ?? template
  return { start, version: 0, saved: stored?.code ?? null, etag: draft?.etag ?? stored?.etag ?? null }
}

/** One sandboxed Activity: its code, saved when asked to, and a try. */
export function ActivityCode({ name, isNew, onSaved, onDeleted }: ActivityCodeProps) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isStale, setStale] = useState(false)
  const [isSure, setSure] = useState(false)
  const schema = useToolSchema(name)
  const [typed, setCall] = useState<string | null>(null)
  const call = typed ?? sampleCall(schema)
  const [tried, setTried] = useState<Tried | null>(null)
  const [isRunning, setRunning] = useState(false)

  const begin = useEffectEvent(() => readStart(name, isNew, codeTemplate(schema)))
  useEffect(() => {
    let current = true
    begin().then(
      (found) => {
        if (!current) return
        setLoaded(found)
        setCode(found.start)
      },
      (error: unknown) => current && setProblem(error instanceof Error ? error.message : String(error)),
    )
    return () => {
      current = false
    }
  }, [name])

  if (problem !== null) return <p className={css.empty}>{say('failed', { reason: problem })}</p>
  if (loaded === null) return <p className={css.empty}>{say('loading')}</p>
  const { saved, etag } = loaded
  const isDirty = code !== saved

  const type = (next: string): void => {
    setCode(next)
    keepCodeDraft(name, next === saved ? null : { code: next, etag })
  }
  const saveOver = async (over: string | null): Promise<void> => {
    try {
      const next = await writeCode(name, code, over)
      keepCodeDraft(name, null)
      setStale(false)
      setLoaded({ ...loaded, saved: code, etag: next })
      onSaved()
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) setStale(true)
      else notify.refusal(error)
    }
  }
  const takeTheirs = async (): Promise<void> => {
    keepCodeDraft(name, null)
    const found = await readStart(name, false, '')
    setLoaded({ ...found, version: loaded.version + 1 })
    setCode(found.start)
    setStale(false)
  }
  const keepMine = async (): Promise<void> => {
    const theirs = await readCode(name).catch(() => null)
    await saveOver(theirs?.etag ?? null)
  }
  const remove = async (): Promise<void> => {
    if (!isSure) return setSure(true)
    keepCodeDraft(name, null)
    if (etag !== null) await removeCode(name, etag).catch((error: unknown) => notify.refusal(error))
    onDeleted()
  }
  const tryIt = async (): Promise<void> => {
    const asked = callOf(call)
    if (asked === null || isRunning) return
    setRunning(true)
    try {
      setTried(await tryCode(code, asked))
    } catch (error) {
      notify.refusal(error)
    } finally {
      setRunning(false)
    }
  }

  return (
    <div className={css.work}>
      <div className={css.codeSide}>
        <div className={css.tools}>
          <h3>{name}</h3>
          <span className={css.hint} role="status">
            {isDirty ? say('unsaved') : say('saved')}
          </span>
          <span className={css.grow} />
          {isStale && (
            <>
              <span className={css.bad} role="alert">
                {say('changed')}
              </span>
              <Button size="small" onClick={() => void takeTheirs()}>
                {say('takeTheirs')}
              </Button>
              <Button size="small" onClick={() => void keepMine()}>
                {say('keepMine')}
              </Button>
            </>
          )}
          <Button
            size="small"
            look={isSure ? 'danger' : 'quiet'}
            onBlur={() => setSure(false)}
            onClick={() => void remove()}
          >
            {say(isSure ? 'deleteSure' : 'delete')}
          </Button>
          <Button size="small" look="primary" disabled={!isDirty} onClick={() => void saveOver(etag)}>
            {say('save')}
          </Button>
        </div>
        <Suspense fallback={<p className={css.empty}>{say('loading')}</p>}>
          <CodeEditor
            key={`${name} ${loaded.version}`}
            name={name}
            code={code}
            onChange={type}
            onSave={() => void saveOver(etag)}
            onTry={() => void tryIt()}
          />
        </Suspense>
        <p className={css.foot}>{say('hint')}</p>
      </div>
      <TryCode call={call} onCall={setCall} tried={tried} isRunning={isRunning} onTry={() => void tryIt()} />
    </div>
  )
}
