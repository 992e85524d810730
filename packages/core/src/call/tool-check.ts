import { findReferences, invalidReferences, resolveParameters, type FoundReference } from '../request/reference.ts'
import type { ReferenceView } from '../request/reference.types.ts'
import { clip } from '../schema/clip.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { parsePointer } from '../schema/pointer.ts'
import { isHeavy } from '../schema/rest.ts'
import { A_TURN, type Steps, atOnce } from '../schema/turns.ts'
import type { Validator } from '../schema/validator.ts'
import type { CallError } from './call-error.ts'
import { callError, listNames } from './call-errors.ts'
import { checkWritten, checkResolved } from './check-parameters.ts'
import { judgeCallInSteps, type JudgeInput } from './judge-call.ts'
import type { ProposedCall } from './judged-call.ts'

export interface CheckInput extends JudgeInput {
  readonly validator: Validator
  /** The values of references; without it parameters that hold one are not checked. */
  readonly view?: ReferenceView
  /** The values that references led to, where a record holds them; then nothing is read. */
  readonly resolved?: JsonObject
}
export type CheckedCall =
  /** `resolved` holds the values behind references; without a view, the parameters that hold none. */
  | { readonly ok: true; readonly call: ProposedCall; readonly resolved: JsonObject }
  | { readonly ok: false; readonly error: CallError }

/**
 * Judges one Call as a run does (docs/contract/protocol.md#the-loop), without the other Calls of its turn: Tool, JSON,
 * meta fields, references, parameters and a latent `_output`.
 */
export const checkCall = (input: CheckInput): CheckedCall => atOnce(checkCallInSteps(input))

/** The same, in steps where there is much of it. */
export function* checkCallInSteps(input: CheckInput): Steps<CheckedCall> {
  const judgement = yield* judgeCallInSteps(input)
  if (!judgement.ok) return { ok: false, error: judgement.error }
  const { call } = judgement
  const isMuch = isHeavy(call.parameters)
  if (isMuch) yield A_TURN
  const { resolved: recorded } = input
  const resolved: ResolvedCall =
    recorded === undefined ? resolveCall(call, input) : { ok: true, call, parameters: recorded }
  if (!resolved.ok) return resolved
  if (isMuch) yield A_TURN
  const error =
    checkResolved(resolved.call, resolved.parameters, input.validator) ??
    (call.tool.mode === 'latent' ? checkWritten(call.tool.tool, call.written, input.validator) : undefined)
  return error ? { ok: false, error } : { ok: true, call, resolved: resolved.parameters }
}

type ResolvedCall =
  | { readonly ok: true; readonly call: ProposedCall; readonly parameters: JsonObject }
  | { readonly ok: false; readonly error: CallError }

const resolveCall = (call: ProposedCall, { composition, view }: CheckInput): ResolvedCall => {
  const { parameters } = call
  if (!composition.references) return { ok: true, call, parameters }
  const [invalid] = invalidReferences(parameters)
  if (invalid) return { ok: false, error: callError('arguments.invalid', invalid.message, { path: invalid.path }) }
  const found = findReferences(parameters)
  if (found.length > 0 && view === undefined) return withoutReferences(call, found)
  const resolution = resolveParameters(parameters, view ?? NOTHING_TO_READ)
  if (resolution.ok) return { ok: true, call, parameters: resolution.resolved }
  const missing = resolution.missing[0]?.text
  const path = found.find(({ reference }) => reference.paths.some(({ text }) => text === missing))?.path
  const what =
    resolution.existing.length > 0 ? `What exists: ${listNames(resolution.existing)}.` : 'Nothing exists yet.'
  const message = `${clip(missing ?? 'A reference')} does not exist. ${what}`
  return { ok: false, error: callError('reference.missing', message, { path, names: resolution.existing }) }
}

const NOTHING_TO_READ: ReferenceView = { state: {}, input: {} }

/** Parameters with unknown values are neither required nor checked; the others are. */
const withoutReferences = (call: ProposedCall, found: readonly FoundReference[]): ResolvedCall => {
  const deferred = new Set(found.map(({ path }) => parsePointer(path)?.[0]))
  const keep = (name: Json): boolean => typeof name !== 'string' || !deferred.has(name)
  const { parameters: schema } = call.tool
  const required = Array.isArray(schema.required) ? schema.required.filter(keep) : []
  const parameters = Object.fromEntries(Object.entries(call.parameters).filter(([name]) => keep(name)))
  return { ok: true, call: { ...call, tool: { ...call.tool, parameters: { ...schema, required } } }, parameters }
}
