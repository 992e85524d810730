import { isObject, type Graph, type Json, type JsonObject } from '@ensemble/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useGraph, useGraphNode } from '../../document/graph/graph-store.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { flushEdits } from '../../document/saving/keep-workspace.ts'
import type { Document } from '../../document/texts/document.ts'
import { ideaFile, ideaId } from '../../document/texts/files.ts'
import { messagesOf, parseObject } from '../../document/texts/idea-view.ts'
import { ApiError, type FieldError } from '../../platform/api/client.ts'
import { fieldKind, initialValue, missingValues, placeErrors } from '../../platform/forms/schema-values.ts'
import { t } from '../../platform/i18n/dialogs.ts'
import { closeDialog, sessionStore, type Session } from '../../platform/session/session.ts'
import { startRun } from '../../runs/open/run.ts'
import { runVersions } from './run-versions.ts'
import { forgetTyped, keepTyped, typedInput } from './typed-input.ts'

export interface RunAsked {
  readonly idea: string
  readonly simulate: boolean
  /** An earlier Run's input; without it the Idea's own. */
  readonly input?: Json
  /** The Tool that it is for, where the Idea is not the one that the person looked at. */
  readonly forTool?: string
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

const missingErrors = (...asked: Parameters<typeof missingValues>): readonly FieldError[] =>
  missingValues(...asked).map(({ path, title, isBlank }) => ({
    path,
    message: t(isBlank ? 'runDialog.blank' : 'runDialog.missing', { name: title }),
  }))

/** A person's form to start a Run of an Idea. */
export function useRunForm({ idea, simulate, input }: RunAsked) {
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
  const [code, setCode] = useState('')
  const [attempts, setAttempts] = useState(0)
  const [refused, setRefused] = useState<readonly FieldError[]>([])
  // Empty fields aren't reported before a person could fill them.
  const missing = attempts === 0 || asJson ? [] : missingErrors(facts.schema, value)
  const { byField, elsewhere } = placeErrors(asJson ? undefined : facts.schema, [...missing, ...refused])
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
      // A run uses the saved files, so the screen's content is saved first.
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
      setCode(error instanceof ApiError ? error.code : '')
      setRefused(error instanceof ApiError ? error.errors : [])
      setAttempts(attempts + 1)
      setStarting(false)
    }
  }

  return {
    facts,
    versions,
    name,
    value,
    setValue,
    asJson,
    setAsJson,
    isJsonValid,
    setJsonValid,
    allowEffects,
    setAllowEffects,
    starting,
    fault,
    /** The refusal is about the model, which a simulated Run needs none of. */
    isOfModel: /^(?:model|endpoint|limit|secret|egress)\./u.test(code),
    refused,
    byField,
    elsewhere,
    fields,
    isMadeUp,
    /** A model of this workspace is simulated and code does not do the work in its place. */
    warns: simulated && !simulate && !(offline && withCode),
    offline,
    start,
  }
}
