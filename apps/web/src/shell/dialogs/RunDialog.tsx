import { isObject, type Graph, type Json, type JsonObject } from '@ensemble/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ApiError, type FieldError } from '../../platform/api/client.ts'
import type { Document } from '../../document/texts/document.ts'
import { ideaFile, ideaId } from '../../document/texts/files.ts'
import { messagesOf, parseObject } from '../../document/texts/idea-view.ts'
import { t } from '../../platform/i18n/dialogs.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { useGraph, useGraphNode } from '../../document/graph/graph-store.ts'
import { startRun } from '../../runs/open/run.ts'
import { closeDialog, sessionStore, type Session } from '../../platform/session/session.ts'
import { flushEdits } from '../../document/saving/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import field from '../../platform/ui/field.module.css'
import { JsonInput } from '../../platform/forms/JsonInput.tsx'
import { runVersions, type RunVersions } from './run-versions.ts'
import css from '../../platform/forms/schema-form.module.css'
import { fieldKind, initialValue, missingValues, placeErrors } from '../../platform/forms/schema-values.ts'
import { SchemaForm } from '../../platform/forms/SchemaForm.tsx'
import { forgetTyped, keepTyped, typedInput } from './typed-input.ts'

interface RunDialogProps {
  readonly idea: string
  readonly simulate: boolean
  readonly input?: Json
}

interface InputFacts {
  readonly hasInput: boolean
  readonly schema: JsonObject
  readonly initial: Json
}

function inputFacts(idea: JsonObject): InputFacts {
  const input = messagesOf(idea).find(({ type }) => type === 'input')
  const schema = isObject(input?.message.schema) ? input.message.schema : {}
  return { hasInput: input !== undefined, schema, initial: input?.message.input ?? initialValue(schema) ?? {} }
}

const FIRST_INVALID = '[data-invalid] :is(textarea, input, select, button)'

const filesOf = (document: Document) => document.files

const isSimulated = ({ model, facts }: Session): boolean => (model ?? facts?.model) === 'simulated'
/** Under this profile code does what it can in place of a model. */
const isOffline = ({ profile, facts }: Session): boolean => (profile ?? facts?.profile) === 'offline'
const hasCode = ({ nodes }: Graph): boolean => nodes.some(({ tools }) => tools.some(({ mode }) => mode === 'explicit'))

/** Asks for an Idea's input, prefilled with its default or that of an earlier Run, and starts a run. */
export function RunDialog({ idea, simulate, input }: RunDialogProps) {
  // What shows the Run is on its way while the person still writes.
  useEffect(() => void import('../dock/run-panels.ts'), [])
  const node = useGraphNode(ideaId(idea))
  const files = useStore(documentStore, filesOf)
  const graph = useGraph()
  const versions = useMemo(() => runVersions(files, graph, idea), [files, graph, idea])
  const record = files.get(ideaFile(idea))
  const [facts] = useState(() => {
    const own = inputFacts(parseObject(record?.valid))
    return input === undefined ? own : { ...own, initial: input }
  })
  const [value, setTyped] = useState<Json>(() => typedInput(idea, facts.initial))
  const setValue = (next: Json): void => {
    setTyped(next)
    setRefused([])
    keepTyped(idea, facts.initial, next)
  }
  const [asJson, setAsJson] = useState(facts.hasInput && fieldKind(facts.schema) !== 'object')
  const [isJsonValid, setJsonValid] = useState(true)
  const [allowEffects, setAllowEffects] = useState(false)
  const [starting, setStarting] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [attempts, setAttempts] = useState(0)
  const [refused, setRefused] = useState<readonly FieldError[]>([])
  // Nobody is told of an empty field before they have had a chance to fill it.
  const missing = attempts === 0 || asJson ? [] : missingValues(facts.schema, value)
  const { byField, elsewhere } = placeErrors(asJson ? undefined : facts.schema, [
    ...missing.map(({ path, title }) => ({ path, message: t('runDialog.missing', { name: title }) })),
    ...refused,
  ])
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempts > 0) fields.current?.querySelector<HTMLElement>(FIRST_INVALID)?.focus()
  }, [attempts])
  const simulated = useStore(sessionStore, isSimulated)
  const offline = useStore(sessionStore, isOffline)
  const withCode = hasCode(graph)
  const isMadeUp = simulate || simulated
  const name = node?.title ?? idea

  async function start(): Promise<void> {
    setFault(null)
    if (!asJson && missingValues(facts.schema, value).length > 0) {
      setAttempts(attempts + 1)
      return
    }
    setStarting(true)
    try {
      // A run uses the files in force, so what is on screen is saved first.
      await flushEdits()
      const { model, profile } = sessionStore.getState()
      await startRun({
        idea,
        input: value,
        simulate,
        ...(model === null ? {} : { model }),
        ...(profile === null ? {} : { profile }),
        ...(isMadeUp && allowEffects && { allowEffects }),
      })
      forgetTyped(idea, facts.initial)
      sessionStore.setState(({ panels }) => ({ panels: { ...panels, dock: true } }))
      closeDialog()
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
      setRefused(error instanceof ApiError ? error.errors : [])
      setAttempts(attempts + 1)
      setStarting(false)
    }
  }

  return (
    <DialogFrame
      title={t(simulate ? 'runDialog.simulateTitle' : 'runDialog.title', { idea: name })}
      text={simulate ? t('runDialog.simulateText') : t('runDialog.text', { idea: name })}
      submit={starting ? t('runDialog.starting') : t(simulate ? 'runDialog.submitSimulate' : 'runDialog.submit')}
      canSubmit={!starting && isJsonValid}
      onSubmit={() => void start()}
      footer={
        facts.hasInput &&
        fieldKind(facts.schema) === 'object' && (
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              setAsJson(!asJson)
              setJsonValid(true)
            }}
          >
            {t(asJson ? 'runDialog.asForm' : 'runDialog.asJson')}
          </Button>
        )
      }
    >
      {simulated && !simulate && !(offline && withCode) && (
        <p className={field.hint}>{t(offline ? 'runDialog.madeUpAll' : 'runDialog.madeUp')}</p>
      )}
      <Versions versions={versions} />
      {!facts.hasInput && <p>{t('runDialog.noInput')}</p>}
      {facts.hasInput && asJson && (
        <div>
          <JsonInput
            label={t('runDialog.asJson')}
            rows={8}
            value={value}
            onChange={(next) => setValue(next ?? null)}
            onValidity={setJsonValid}
          />
        </div>
      )}
      {facts.hasInput && !asJson && (
        <div ref={fields} className={css.fields}>
          <SchemaForm schema={facts.schema} value={isObject(value) ? value : {}} onChange={setValue} errors={byField} />
        </div>
      )}
      {isMadeUp && (
        <div>
          <label className={field.check}>
            <input
              type="checkbox"
              checked={allowEffects}
              onChange={(event) => setAllowEffects(event.currentTarget.checked)}
            />
            {t('runDialog.allowEffects')}
          </label>
          <p className={field.hint}>{t('runDialog.allowEffectsHint')}</p>
        </div>
      )}
      {fault !== null && (refused.length === 0 || elsewhere.length > 0) && (
        <p role="alert" className={field.error}>
          {[fault, ...elsewhere.filter((message) => !fault.includes(message))].join(' ')}
        </p>
      )}
    </DialogFrame>
  )
}

/** Which version of a text with errors the run would use. */
function Versions({ versions: { drafts, draftsOnly, inForce } }: { readonly versions: RunVersions }) {
  const list = (files: readonly string[]): string => files.join(', ')
  return (
    <>
      {drafts.length > 0 && (
        <p className={field.hint} role="status">
          {t('runDialog.draft', { count: drafts.length, files: list(drafts) })}
        </p>
      )}
      {draftsOnly.length > 0 && <p className={field.error}>{t('runDialog.draftOnly', { files: list(draftsOnly) })}</p>}
      {inForce.length > 0 && (
        <p className={field.error}>{t('runDialog.inForce', { count: inForce.length, files: list(inForce) })}</p>
      )}
    </>
  )
}
