import type { CallError } from '../call/call-error.ts'
import { checkOutput, checkWritten } from '../call/check-parameters.ts'
import { checkCallInSteps } from '../call/tool-check.ts'
import { compose } from '../request/compose.ts'
import type { Composition } from '../request/composition.ts'
import { compositionOf } from '../request/config.ts'
import { findReferences } from '../request/reference.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import type { Rest } from '../schema/rest.ts'
import { A_TURN, type Steps, atOnce, inTurns } from '../schema/turns.ts'
import type { Validator } from '../schema/validator.ts'
import { isMetaName } from '../tool/meta-names.ts'
import type { Mode, Tool } from '../tool/tool.ts'

/** A Call as history holds it, with whatever tells where it was made. */
export interface RecordedCall {
  readonly tool: string
  /** The arguments as the model wrote them, meta fields included. */
  readonly call: JsonObject
  /** Made by a language model: not by the simulated one, a trial, or a person who edited the answer. */
  readonly byModel?: boolean
  /** The parameters that it ran with, references resolved; left out where it never started. */
  readonly resolved?: JsonObject
  /** How it was executed; left out where it never started. */
  readonly mode?: Mode
  /** Its result; absent if it returned only its own parameters. */
  readonly result?: Json
}

/** How recorded Calls fit a Tool that was edited since. Every Call of the Tool counts in one of the three. */
export interface CallHistoryCheck<T extends RecordedCall> {
  /** How many the Tool would accept as it is now, parameters and result. */
  readonly valid: number
  /** Those that it would refuse, with the error the model would read. */
  readonly refused: readonly { readonly recorded: T; readonly error: CallError }[]
  /** How many hold references whose values were not recorded: what is known of them fits, the rest was not judged. */
  readonly unresolved: number
}

/** The context for judging Calls. `mode`: the Tool's current mode; default `explicit`. */
export interface CallHistoryOptions {
  readonly validator: Validator
  readonly mode?: Mode
}

/**
 * Recorded Calls that no longer fit after an edit. Judges parameters as a Run does, with the recorded values of
 * references, and results by `_output`. Ignores meta fields, which belong to their Request.
 */
export const checkRecordedCalls = <T extends RecordedCall>(
  tool: Tool,
  calls: readonly T[],
  options: CallHistoryOptions,
): CallHistoryCheck<T> => atOnce(checkInSteps(tool, calls, options))

/** The same, but lets other work run between Calls and inside large ones. */
export const checkRecordedCallsInTurns = <T extends RecordedCall>(
  tool: Tool,
  calls: readonly T[],
  options: CallHistoryOptions,
  rest: Rest,
): Promise<CallHistoryCheck<T>> => inTurns(checkInSteps(tool, calls, options), rest)

function* checkInSteps<T extends RecordedCall>(
  tool: Tool,
  calls: readonly T[],
  { validator, mode = 'explicit' }: CallHistoryOptions,
): Steps<CallHistoryCheck<T>> {
  const composition = compositionFor(tool)
  const refused: { readonly recorded: T; readonly error: CallError }[] = []
  let valid = 0
  let unresolved = 0
  for (const recorded of calls) {
    if (recorded.tool !== tool.name) continue
    const parameters = withoutMeta(recorded.call)
    const { resolved } = recorded
    const input = { raw: parameters, tool: tool.name, composition, validator }
    const checked = yield* checkCallInSteps(resolved === undefined ? input : { ...input, resolved })
    yield A_TURN
    const error = checked.ok ? checkResult(tool, recorded, mode, validator) : checked.error
    if (error !== undefined) refused.push({ recorded, error })
    else if (resolved === undefined && findReferences(parameters).length > 0) unresolved++
    else valid++
    yield A_TURN
  }
  return { valid, refused, unresolved }
}

const compositionFor = (tool: Tool): Composition =>
  compose({
    tools: [{ tool, mode: 'explicit', activity: '' }],
    output: undefined,
    hasState: true,
    hasInput: true,
    instances: [],
    options: compositionOf({}),
  })

const withoutMeta = (call: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(call).filter(([name]) => !isMetaName(name)))

/** A latent Call that has no other result must have written one in `_output`; elsewhere that is a prediction, which refuses nothing. */
const checkResult = (tool: Tool, recorded: RecordedCall, mode: Mode, validator: Validator): CallError | undefined => {
  if (recorded.result !== undefined) return checkOutput(tool, recorded.result, validator)
  const isLatent = mode === 'latent' && (recorded.mode ?? mode) === 'latent'
  return isLatent ? checkWritten(tool, recorded.call['_output'], validator) : undefined
}
