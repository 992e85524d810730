import type { ComposedTool, Composition } from '../request/composition.ts'
import { acceptsNull } from '../schema/accepts-null.ts'
import { isObject, pickMembers } from '../schema/json.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { tryLift } from '../schema/lower/lift.ts'
import { type JsonLimits, type ParsedJson, parseJson, parseJsonInSteps } from '../schema/parse-json.ts'
import { isHeavy, isLarge } from '../schema/rest.ts'
import { A_TURN, type Steps, atOnce } from '../schema/turns.ts'
import type { Validator } from '../schema/validator.ts'
import { isMetaName, metaFieldOf } from '../tool/meta-names.ts'
import { callError, unknownTool } from './call-errors.ts'
import { dropNulls } from './drop-nulls.ts'
import { judgeMeta } from './judge-meta.ts'
import type { Judgement, ProposedCall } from './judged-call.ts'

export interface JudgeInput {
  /** The arguments as the model wrote them, or an object already parsed. */
  readonly raw: string | JsonObject
  /** The name next to the arguments on the tools wire; undefined if `_tool` is among them. */
  readonly tool?: string
  readonly composition: Composition
  /** Undoes the wire's lowering on the arguments. */
  readonly liftCall?: (tool: string, value: Json) => Json
  /** Undoes what the wire did to the Call as a whole. */
  readonly openCall?: (call: JsonObject) => JsonObject
  readonly limits?: JsonLimits
  /** Checks meta fields that the author left free against their schema. */
  readonly validator?: Validator
}

/**
 * Every check of a Call that needs no resolved references (docs/contract/protocol.md#the-loop): the Tool exists, the
 * arguments are strict JSON, meta fields are open. One wrong Call yields one error. `checkParameters` checks the
 * parameters' schema.
 */
export const judgeCall = (input: JudgeInput): Judgement => atOnce(judgeCallInSteps(input))

/** The same, in steps where there is much of it. */
export function* judgeCallInSteps(input: JudgeInput): Steps<Judgement> {
  const { raw, tool: name, composition } = input
  if (name !== undefined && !composition.byName.has(name)) return refuseTool(composition, name)
  const parsed = typeof raw === 'string' ? yield* readInSteps(raw, input.limits) : ({ ok: true, value: raw } as const)
  if (!parsed.ok) {
    const message = `The arguments are not valid JSON: ${parsed.message}.`
    const path = parsed.path === '' ? undefined : parsed.path
    return { ok: false, error: callError(parsed.code, message, { path }), tool: name }
  }
  if (!isObject(parsed.value)) {
    const hint = typeof parsed.value === 'string' ? ' Write the object itself, not as text in quotes.' : ''
    const message = `A call is one JSON object with the tool's parameters; got ${kindOf(parsed.value)}.${hint}`
    return { ok: false, error: callError('arguments.invalid', message, { path: '' }), tool: name, value: parsed.value }
  }
  const isMuch = typeof raw === 'string' ? isLarge(raw.length) : isHeavy(raw)
  if (isMuch) yield A_TURN
  const value = input.openCall ? input.openCall(parsed.value) : parsed.value
  const called = name ?? value._tool
  const tool = typeof called === 'string' ? composition.byName.get(called) : undefined
  if (tool === undefined) return { ...refuseTool(composition, called), value }
  const lifted = tryLift(() => (input.liftCall ? input.liftCall(tool.name, value) : value))
  if (!lifted.ok) {
    const error = callError('json.duplicateKey', `The arguments are not valid: ${lifted.message}.`)
    return { ok: false, error, tool: tool.name, value }
  }
  if (isMuch) yield A_TURN
  return yield* judgeFields(tool, isObject(lifted.value) ? lifted.value : value, input.validator, isMuch)
}

/** Most are short, and read without a step between. */
function* readInSteps(text: string, limits: JsonLimits | undefined): Steps<ParsedJson> {
  return isLarge(text.length) ? yield* parseJsonInSteps(text, limits) : parseJson(text, limits)
}

const refuseTool = (composition: Composition, called: Json | undefined): Judgement & { readonly ok: false } => {
  const names = [...composition.byName.keys()]
  if (typeof called === 'string') return { ok: false, error: unknownTool(called, names), tool: called }
  const message = `The call names no tool: write "_tool" first, one of: ${names.join(', ')}.`
  return { ok: false, error: callError('tool.unknown', message, { path: '/_tool', names }) }
}

/** Splits the arguments into parameters and meta fields, and judges the latter. */
function* judgeFields(
  tool: ComposedTool,
  value: JsonObject,
  validator: Validator | undefined,
  isMuch: boolean,
): Steps<Judgement> {
  const refuse = (error: (Judgement & { readonly ok: false })['error']): Judgement => ({
    ok: false,
    error,
    tool: tool.name,
    value,
  })
  const names = Object.keys(value)
  const hasMeta = names.some(isMetaName)
  const written = hasMeta ? new Map<string, Json>() : NONE_WRITTEN
  for (const key of hasMeta ? names : []) {
    const member = value[key]
    if (!isMetaName(key) || member === undefined) continue
    const field = metaFieldOf(key) ?? key
    if (written.has(field)) {
      const other = names.find((name) => name !== key && metaFieldOf(name) === field) ?? field
      const message = `${other} and ${key} are two names of one field; write ${field} alone.`
      return refuse(callError('meta.forged', message, { path: `/${key}` }))
    }
    if (member !== null || field === '_output') written.set(field, member)
  }
  if (isMuch && hasMeta) yield A_TURN
  const parameters = hasMeta
    ? pickMembers(
        value,
        names.filter((name) => !isMetaName(name)),
      )
    : value
  const named = written.get('_tool')
  if (named !== undefined && named !== tool.name) {
    const message = `_tool is fixed to "${tool.name}" here; leave it out or write exactly that.`
    return refuse(callError('meta.forged', message, { path: '/_tool', names: [tool.name] }))
  }
  const judged = judgeMeta(tool, withoutUnusedOutput(tool, written), validator)
  if (!judged.ok) return refuse(judged.error)
  if (isMuch) yield A_TURN
  const call: ProposedCall = {
    tool,
    parameters: dropNulls(tool.parameters, parameters),
    meta: judged.meta,
    reasoning: reasoningOf(written.get('_reasoningForCall')),
    written: written.get('_output'),
  }
  return { ok: true, call }
}

/** Most Calls have parameters alone. */
const NONE_WRITTEN = new Map<string, Json>()

/** A null `_output` means "left out" unless null is a result the Tool's schema allows. */
const withoutUnusedOutput = (tool: ComposedTool, written: Map<string, Json>): ReadonlyMap<string, Json> => {
  const schema = tool.tool.output
  if (written.get('_output') === null && (schema === undefined || !acceptsNull(schema, schema)))
    written.delete('_output')
  return written
}

/** A reason of an odd shape is kept as text: it never refuses a Call. */
const reasoningOf = (written: Json | undefined): string | undefined => {
  if (written === undefined || written === '') return undefined
  return typeof written === 'string' ? written : JSON.stringify(written)
}

const kindOf = (value: Json): string =>
  Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`
