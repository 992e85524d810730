import { useState } from 'react'
import { tryCode, type Tried } from '../../platform/api/activity-client.ts'
import { classes } from '../../platform/ui/classes.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { notify } from '../../platform/session/notify.ts'
import { EmptyPage } from '../../platform/ui/EmptyPage.tsx'
import css from './activities.module.css'
import { codeTemplate } from './code-template.ts'
import { sampleCall, useToolSchema } from './sample-call.ts'
import { say } from './say.ts'
import { TryCode, callOf } from './TryCode.tsx'
import { useActivityCode } from './use-activity-code.ts'
import { part } from '../../platform/ui/part.tsx'

const Loading = () => (
  <EmptyPage>
    <p>{say('loading')}</p>
  </EmptyPage>
)
const CodeEditor = part(() => import('./CodeEditor.tsx').then((module) => module.default), { Waiting: Loading })

interface ActivityCodeProps {
  readonly name: string
  /** There is no file yet: none is asked for. */
  readonly isNew: boolean
  /** Why the saved code cannot run. */
  readonly fault: string | undefined
  readonly onSaved: () => Promise<void>
  readonly onDeleted: () => void
}

/** One sandboxed Activity: its code, which saves itself as every file does, and a try. */
export function ActivityCode({ name, isNew, fault, onSaved, onDeleted }: ActivityCodeProps) {
  const [isSure, setSure] = useState(false)
  const schema = useToolSchema(name)
  const [typed, setCall] = useState<string | null>(null)
  const call = typed ?? sampleCall(schema)
  const [tried, setTried] = useState<Tried | null>(null)
  const [isRunning, setRunning] = useState(false)
  const file = useActivityCode(name, { isNew, template: () => codeTemplate(schema), onSaved })
  const { version, problem, code, isDirty, isStale } = file

  if (problem !== null)
    return (
      <EmptyPage>
        <p>{say('failed', { reason: problem })}</p>
      </EmptyPage>
    )
  if (version === null)
    return (
      <EmptyPage>
        <p>{say('loading')}</p>
      </EmptyPage>
    )

  const remove = async (): Promise<void> => {
    if (!isSure) return setSure(true)
    await file.remove()
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
          <span className={classes(css.hint, !isDirty && fault !== undefined && css.bad)} role="status">
            {isDirty ? say('unsaved') : fault === undefined ? say('saved') : say('savedFaulty', { fault })}
          </span>
          <span className={css.grow} />
          {isStale && (
            <>
              <span className={css.bad} role="alert">
                {say('changed')}
              </span>
              <Button size="small" onClick={() => void file.takeTheirs()}>
                {say('takeTheirs')}
              </Button>
              <Button size="small" onClick={() => void file.keepMine()}>
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
        </div>
        <CodeEditor
          key={`${name} ${version}`}
          name={name}
          code={code}
          fault={fault}
          onChange={file.type}
          onSave={() => void file.save()}
          onTry={() => void tryIt()}
        />
        <p className={css.foot}>{say('hint')}</p>
      </div>
      <TryCode call={call} onCall={setCall} tried={tried} isRunning={isRunning} onTry={() => void tryIt()} />
    </div>
  )
}
