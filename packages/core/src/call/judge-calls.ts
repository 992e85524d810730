import { compose } from '../request/compose.ts'
import { compositionOf } from '../request/config.ts'
import { effectiveTools } from '../request/effective-tools.ts'
import type { JsonObject } from '../schema/json.ts'
import { hasOwn, isObject } from '../schema/json.ts'
import { parseJsonInSteps } from '../schema/parse-json.ts'
import { type Rest, isHeavy } from '../schema/rest.ts'
import { A_TURN, type Steps, atOnce, inTurns } from '../schema/turns.ts'
import type { Validator } from '../schema/validator.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { Mode, Tool } from '../tool/tool.ts'
import type { Problem } from '../tool/problem.ts'
import type { CallError } from './call-error.ts'
import { checkCallInSteps } from './tool-check.ts'

/** A Run's verdict on one Call. `call` has the filled-in meta fields. */
export type CallVerdict =
  { readonly ok: true; readonly call: JsonObject } | { readonly ok: false; readonly error: CallError }

export interface JudgeOptions {
  readonly validator: Validator
  readonly isRegistered: (activity: string) => boolean
  /** Where a profile binds the Tool; else as its own words and the registered Activities say. */
  readonly mode?: Mode
}

/** The findings of `judgeCalls` about a Tool and its Calls. */
export interface JudgedCalls {
  /** Errors of the Tool itself: then no Call is judged. */
  readonly problems: readonly Problem[]
  /** One per Call, in order. */
  readonly verdicts: readonly CallVerdict[]
}

/**
 * Judges Calls of one Tool exactly as a Run would (docs/contract/protocol.md#the-loop); a string is raw text from a
 * model. `_tool` inside means the structured wire, otherwise the tools wire.
 */
export const judgeCalls = (
  name: string,
  schema: JsonObject,
  calls: readonly (string | JsonObject)[],
  options: JudgeOptions,
): JudgedCalls => {
  const { problems, judge } = createCallJudge(name, schema, options)
  return { problems, verdicts: judge === undefined ? [] : calls.map(judge) }
}

export interface CallJudge {
  /** Errors of the Tool itself: then there is nothing to judge by. */
  readonly problems: readonly Problem[]
  readonly judge?: (raw: string | JsonObject) => CallVerdict
  /** The same, but lets other work run (`rest`) while a Call is large. */
  readonly judgeInTurns?: (raw: string | JsonObject, rest: Rest) => Promise<CallVerdict>
}

/** As `judgeCalls`, one Call at a time. */
export const createCallJudge = (
  name: string,
  schema: JsonObject,
  { validator, isRegistered, mode }: JudgeOptions,
): CallJudge => {
  const normalised = normaliseTool(name, schema)
  const errors = normalised.problems.filter(({ severity }) => severity === 'error')
  const problems = errors.length > 0 ? errors : compileProblems(normalised.tool, validator)
  if (problems.length > 0) return { problems }
  const { tools } = effectiveTools({ context: [{ type: 'tool', tool: { [name]: schema } }], isRegistered })
  const composition = compose({
    tools: tools.map((one) => (mode === undefined ? one : { ...one, mode })),
    output: undefined,
    hasState: false,
    hasInput: false,
    instances: [],
    options: compositionOf({}),
  })
  function* judge(said: string | JsonObject): Steps<CallVerdict> {
    const raw = yield* readInSteps(said)
    const tool = typeof raw === 'object' && hasOwn(raw, '_tool') ? undefined : name
    const verdict = yield* checkCallInSteps({ raw, composition, validator, ...(tool !== undefined && { tool }) })
    if (!verdict.ok) return verdict
    if (isHeavy(verdict.call.parameters)) yield A_TURN
    const { meta, parameters, reasoning, written } = verdict.call
    const call = {
      ...meta,
      ...(reasoning !== undefined && { _reasoningForCall: reasoning }),
      ...parameters,
      ...(written !== undefined && { _output: written }),
    }
    return { ok: true, call }
  }
  return {
    problems,
    judge: (raw) => atOnce(judge(raw)),
    judgeInTurns: (raw, rest) => inTurns(judge(raw), rest),
  }
}

/** A well-formed schema may still be unusable: an invalid pattern. */
const compileProblems = ({ name, parameters }: Tool, validator: Validator): readonly Problem[] => {
  const verdict = validator.checkSchema(parameters)
  if (verdict.ok) return []
  const [issue] = verdict.issues
  const message = `The parameters of ${name} cannot be compiled: ${issue?.message ?? ''}.`
  return [{ code: 'schema.compile', severity: 'error', message, path: issue?.path ?? '', tool: name }]
}

/** The object where the text is one; any other is judged as it was written. */
function* readInSteps(written: string | JsonObject): Steps<string | JsonObject> {
  if (typeof written !== 'string') return written
  const parsed = yield* parseJsonInSteps(written)
  return parsed.ok && isObject(parsed.value) ? parsed.value : written
}
