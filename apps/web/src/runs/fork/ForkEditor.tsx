import type { BlastRadius } from '@ensemble/core'
import type { SpanDetail, TraceLog } from '@ensemble/core/trace'
import { useEffect, useId, useRef, useState } from 'react'
import { blastRadiusOf, forkRun } from '../../platform/api/run-client.ts'
import { clearBlastRadius, showBlastRadius } from '../open/look-at-trace.ts'
import { useWantedField } from '../../platform/session/focus-field.ts'
import { goTo } from '../../platform/session/location.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { keepDraft, readDraft } from '../../platform/ui/drafts.ts'
import { notify } from '../../platform/session/notify.ts'
import { PLAIN_KINDS, editOf, kindsOf, textOf, type EditKind } from './edits.ts'
import css from './fork.module.css'
import { Radius } from './Radius.tsx'
import { say } from './say.ts'

interface ForkEditorProps {
  readonly run: string
  readonly log: TraceLog
  readonly detail: SpanDetail
}

/** Changes one thing of a recorded span, shows what that reaches, and runs only that (docs/contract/protocol.md#the-journal, fork). */
export function ForkEditor({ run, log, detail }: ForkEditorProps) {
  const kinds = kindsOf(detail)
  const draftOf = (each: EditKind): string => `fork/${run}/${detail.span.id}/${each}`
  const [kind, setKind] = useState<EditKind>(
    () => kinds.find((each) => readDraft(draftOf(each)) !== null) ?? kinds[0] ?? 'result',
  )
  const [original, setOriginal] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [radius, setRadius] = useState<BlastRadius | null>(null)
  const [busy, setBusy] = useState(false)
  const id = useId()
  const first = useRef<HTMLSelectElement>(null)
  useWantedField('fork', first)

  useEffect(() => {
    let current = true
    textOf(run, log, detail, kind).then(
      (found) => {
        if (!current) return
        setOriginal(found)
        const draft = readDraft(draftOf(kind))
        setText(typeof draft === 'string' ? draft : found)
        setRadius(null)
      },
      (error: unknown) => notify.refusal(error),
    )
    return () => {
      current = false
    }
    // eslint-disable-next-line react/exhaustive-deps -- what is recorded of a span that has ended stays as it is
  }, [run, detail.span.id, kind])
  useEffect(() => clearBlastRadius, [])

  const fault = faultOf(kind, text)
  const isChanged = original !== null && text !== original
  const options = () => ({ at: log.events.length, edit: editOf(log, detail, kind, text) })
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      notify.refusal(error)
    } finally {
      setBusy(false)
    }
  }
  const preview = (): Promise<void> =>
    attempt(async () => {
      const found = await blastRadiusOf(run, options())
      setRadius(found)
      showBlastRadius(log, found)
    })
  const go = (): Promise<void> =>
    attempt(async () => {
      const { id: fork } = await forkRun(run, options())
      keepDraft(draftOf(kind), null)
      clearBlastRadius()
      goTo('compare', { a: run, b: fork })
    })

  return (
    <div className={css.editor}>
      <label className={css.what}>
        {say('what')}
        <select
          ref={first}
          value={kind}
          onChange={(event) => setKind(kinds.find((each) => each === event.target.value) ?? kind)}
        >
          {kinds.map((each) => (
            <option key={each} value={each}>
              {say(`kind.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <textarea
        id={id}
        className={css.text}
        rows={kind === 'model' || kind === 'binding' ? 1 : 6}
        spellCheck={false}
        aria-label={say('value', { kind: say(`kind.${kind}`) })}
        aria-invalid={fault !== null}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          keepDraft(draftOf(kind), event.target.value === original ? null : event.target.value)
          setRadius(null)
          clearBlastRadius()
        }}
      />
      {kind === 'binding' && <p className={css.hint}>{say('bindingHint')}</p>}
      {fault !== null && <p className={css.fault}>{say('invalid', { reason: fault })}</p>}
      <div className={css.actions}>
        <Button size="small" disabled={!isChanged || fault !== null || busy} onClick={() => void preview()}>
          {say('preview')}
        </Button>
        <Button size="small" look="primary" disabled={!isChanged || fault !== null || busy} onClick={() => void go()}>
          {say('go')}
        </Button>
      </div>
      {radius !== null && <Radius log={log} radius={radius} />}
      <p className={css.hint}>{isChanged ? say('hint') : say('unchanged')}</p>
    </div>
  )
}

/** Why a text is no JSON where it must be; null where all is well. */
function faultOf(kind: EditKind, text: string): string | null {
  if (PLAIN_KINDS.has(kind)) return null
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
