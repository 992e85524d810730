import { callError } from '../../call/call-errors.ts'
import type { CallError } from '../../call/call-error.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import { writesOf } from '../../request/reference.ts'
import { copyJson, isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { nearestName } from '../../schema/nearest-name.ts'
import type { HostMeta, OnCall } from '../record/host-call.ts'
import type { LoopScope } from './loop-scope.ts'
import type { CallPlace } from '../record/call-place.ts'
import { RunEnd } from '../record/run-end.ts'

export type Hosted =
  | { readonly ok: true; readonly call: ProposedCall; readonly host?: JsonObject }
  | { readonly ok: false; readonly error: CallError }
  /** A bad return value is the program's fault, not the model's: the Run ends. */
  | { readonly ok: false; readonly end: RunEnd }

/** A Call with what its host says about it: as recorded here or in the Run that this one was forked from, else asked for. */
export function hosted(loop: LoopScope, place: CallPlace, call: ProposedCall, raw: string): Hosted | Promise<Hosted> {
  const { onCall } = loop.run.deps
  const past = place.hosted(raw)
  switch (past?.type) {
    case 'said':
      return withHost(call, past.host)
    case 'refused':
      return { ok: false, error: past.error }
    case 'ended':
      return { ok: false, end: new RunEnd(past.error) }
    default:
      return onCall === undefined ? { ok: true, call } : ask(loop, place.span, call, onCall)
  }
}

async function ask(loop: LoopScope, span: string, call: ProposedCall, onCall: OnCall): Promise<Hosted> {
  const { run, address } = loop
  const { parameters, meta, reasoning, tool } = call
  const about = { run: run.id, span, idea: address, tool: tool.name, parameters: copyJson(parameters) }
  let said: unknown
  try {
    said = await onCall({ ...about, meta: structuredClone(meta), ...(reasoning !== undefined && { reasoning }) })
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    return { ok: false, error: callError('call.refused', `The program that runs this refused the Call: ${why}`) }
  }
  if (said === undefined || said === null) return { ok: true, call }
  const fault = faultOf(said, loop)
  if (fault !== undefined) {
    const message = `onCall returned for a Call of ${tool.name} what it cannot have: ${fault}`
    return { ok: false, end: new RunEnd({ code: 'host.invalid', message, key: span, retryable: false }) }
  }
  const host = Object.fromEntries(Object.entries(said as JsonObject).filter(([, value]) => value !== undefined)) // as was just seen
  return withHost(call, Object.keys(host).length === 0 ? undefined : copyJson(host))
}

type Rule = readonly [expected: string, fits: (value: Json, loop: LoopScope) => boolean]
const isText = (value: Json): value is string => typeof value === 'string' && value !== ''
const RULES: { readonly [Field in keyof Required<HostMeta>]: Rule } = {
  _activity: [
    'the name of a registered Activity, or "" for the model',
    (value, { run }) => value === '' || (isText(value) && run.deps.activity(value) !== undefined),
  ],
  _module: ['the address of an Idea', isText],
  _imports: ['a list of texts such as "state"', (value) => Array.isArray(value) && value.every(isText)],
  _outputPath: ['a path such as "†state.name"', (value) => isText(value) && writesOf(value).ok],
  _instance: ['the id of an instance', isText],
  _approval: ['"required"', (value) => value === 'required'],
  _idempotent: ['false', (value) => value === false],
}

function faultOf(said: unknown, loop: LoopScope): string | undefined {
  if (!isObject(said)) return 'it must be an object of meta fields, or undefined.'
  for (const [field, value] of Object.entries(said)) {
    const rule = Object.hasOwn(RULES, field) ? RULES[field as keyof HostMeta] : undefined
    if (rule === undefined) {
      const near = nearestName(field, Object.keys(RULES))
      return `a host sets no field ${field}. ${near === undefined ? `It sets ${Object.keys(RULES).join(', ')}.` : `Did you mean ${near}?`}`
    }
    const [expected, fits] = rule
    if (value !== undefined && !fits(value, loop)) return `${field} must be ${expected}.`
  }
  return undefined
}

function withHost(call: ProposedCall, host: JsonObject | undefined): Hosted {
  if (host === undefined) return { ok: true, call }
  const { _approval, _idempotent, ...fields } = host as HostMeta // checked before it was recorded
  const { tool } = call.tool
  const guarded = {
    ...tool,
    ...(_approval !== undefined && { approval: { type: 'always' as const } }),
    ...(_idempotent !== undefined && { idempotent: false }),
  }
  return {
    ok: true,
    host,
    call: {
      ...call,
      meta: { ...call.meta, ...fields },
      tool: { ...call.tool, ...modeOf(call, fields), tool: guarded },
    },
  }
}

/** An Activity in a Module's place works in the clean room; a Module without one is entered. */
const modeOf = ({ tool: { mode } }: ProposedCall, { _activity, _module }: HostMeta): Partial<ProposedCall['tool']> => {
  if (_module !== undefined) return { mode: 'module', activity: _activity ?? '' }
  if (_activity === undefined) return {}
  return { activity: _activity, ...(mode !== 'module' && { mode: _activity === '' ? 'latent' : 'explicit' }) }
}
