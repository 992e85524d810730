import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ideaNames } from '../../document/edits/intents.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { undoStep } from '../../document/open/steps.ts'
import { flushEdits } from '../../document/saving/keep-workspace.ts'
import type { Document } from '../../document/texts/document.ts'
import { ideaId } from '../../document/texts/files.ts'
import { extractIdea, planExtract, type Planned } from '../../platform/api/case-client.ts'
import { goTo } from '../../platform/session/location.ts'
import { notify } from '../../platform/session/notify.ts'
import { closeDialog, selectNode } from '../../platform/session/session.ts'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { clearCalls } from '../../runs/open/chosen-calls.ts'
import { runStore } from '../../runs/open/run-view.ts'
import { askedOf, faultOf, fileNameOf, isModuleAlone, ownName, toolOf, type Wanted } from './plan.ts'
import { PlanView } from './PlanView.tsx'
import { say } from './say.ts'

interface ExtractDialogProps {
  readonly run: string
  /** One that ran a Module, or several of one parent. */
  readonly calls: readonly string[]
}

const filesOf = (document: Document) => document.files
/** Long enough to type on, short enough to see what comes of it. */
const PAUSE_MS = 250

/** Extracts recorded Calls into an Idea, with a preview of the writes. */
export function ExtractDialog({ run, calls }: ExtractDialogProps) {
  const names = ideaNames(useStore(documentStore, filesOf))
  const [spans] = useState(() => calls.map((id) => runStore.getState().log?.spans.byId.get(id)?.latest))
  const [wanted, setWanted] = useState<Wanted>(() => ({ words: ownName(spans, names), tool: null }))
  const [busy, setBusy] = useState(false)
  const isModule = isModuleAlone(spans)
  const fault = busy ? null : faultOf(wanted, names)
  const { plan, refusal, isCurrent } = usePlan(run, calls, isModule, fault === null && !busy ? wanted : null)
  const extract = async (planned: Planned): Promise<void> => {
    setBusy(true)
    const asked = askedOf(calls, isModule, wanted)
    let applied = false
    try {
      // One step of undo: the new Idea, and the Tool that replaces the Calls.
      applyEdits(
        'extract',
        planned.files.map(({ file, text }) => ({ file, text })),
      )
      applied = true
      await flushEdits()
      const made = await extractIdea(run, { ...asked, written: true })
      closeDialog()
      clearCalls()
      goTo('bench', { run: made.run })
      selectNode(ideaId(made.idea))
      if (made.case === null) notify.error(say('noCase'))
    } catch (error) {
      if (applied) undoStep()
      setBusy(false)
      notify.refusal(error)
    }
  }
  return (
    <DialogFrame
      wide
      title={say(isModule ? 'title' : 'liftTitle')}
      text={say(isModule ? 'text' : 'liftText')}
      submit={say(busy ? 'busy' : isModule ? 'submit' : 'lift')}
      canSubmit={plan !== undefined && isCurrent && fault === null && !busy}
      onSubmit={() => plan !== undefined && void extract(plan)}
    >
      <Field
        label={say('name')}
        hint={say('nameHint', { file: `ideas/${fileNameOf(wanted) || '…'}.json` })}
        error={fault === null ? null : say(`nameFault.${fault}`, { name: fileNameOf(wanted) })}
      >
        {(id) => (
          <input
            id={id}
            className={field.input}
            maxLength={200}
            aria-invalid={fault !== null}
            value={wanted.words}
            onChange={(event) => setWanted({ ...wanted, words: event.target.value })}
          />
        )}
      </Field>
      {!isModule && (
        <Field label={say('tool')} hint={say('toolHint')}>
          {(id) => (
            <input
              id={id}
              className={`${field.input} ${field.code}`}
              spellCheck={false}
              maxLength={64}
              value={toolOf(wanted)}
              onChange={(event) => setWanted({ ...wanted, tool: event.target.value.replaceAll(' ', '') })}
            />
          )}
        </Field>
      )}
      {refusal !== undefined && (
        <p role="alert" className={field.error}>
          {refusal}
        </p>
      )}
      {plan !== undefined && <PlanView plan={plan} tool={toolOf(wanted)} />}
    </DialogFrame>
  )
}

interface Answered {
  readonly plan?: Planned
  readonly refusal?: string
  /** The request, as it was sent. */
  readonly to?: string
}

/** The server's preview, or its refusal in a sentence. Not current while it is for an earlier request. */
function usePlan(
  run: string,
  calls: readonly string[],
  isModule: boolean,
  wanted: Wanted | null,
): Answered & { readonly isCurrent: boolean } {
  const [answered, setAnswered] = useState<Answered>({})
  const first = useRef(true)
  const body = wanted === null ? null : JSON.stringify(askedOf(calls, isModule, wanted))
  useEffect(() => {
    if (body === null) return
    const stopping = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        // The latest typing is part of the change.
        await flushEdits()
        const planned = await planExtract(run, JSON.parse(body), stopping.signal)
        if (!stopping.signal.aborted) setAnswered({ ...planned, to: body })
      } catch (error) {
        if (!stopping.signal.aborted)
          setAnswered({ refusal: error instanceof Error ? error.message : String(error), to: body })
      }
    }
    const timer = setTimeout(() => void ask(), first.current ? 0 : PAUSE_MS)
    first.current = false
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [run, body])
  return { ...answered, isCurrent: answered.to === body }
}
