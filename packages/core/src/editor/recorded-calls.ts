import type { CallError } from '../call/call-error.ts'
import { checkCall } from '../call/tool-check.ts'
import { compose } from '../request/compose.ts'
import { compositionOf } from '../request/config.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import type { Validator } from '../schema/validator.ts'
import { isMetaName } from '../tool/meta-fields.ts'
import type { Mode, Tool } from '../tool/tool.ts'

/** A Call as history holds it, with whatever tells where it was made. */
export interface RecordedCall {
  readonly tool: string
  /** The arguments as the model wrote them, meta fields included. */
  readonly call: JsonObject
  /** Made by a language model: not by the simulated one, a trial, or a person who edited the answer. */
  readonly byModel?: boolean
}

/** How the Calls that models made hold against a Tool that was edited since. */
export interface CallHistoryCheck<T extends RecordedCall> {
  /** How many recorded Calls are of this Tool. */
  readonly checked: number
  /** Those that the Tool as it is now would refuse, with the error the model would read. */
  readonly refused: readonly { readonly recorded: T; readonly error: CallError }[]
}

/**
 * Which recorded Calls no longer fit after an edit. Parameters are judged as a Run judges them; references (`†…`) are
 * not looked at, because what they led to is not known here, nor are meta fields, which belong to their Request.
 */
export const checkRecordedCalls = <T extends RecordedCall>(
  tool: Tool,
  calls: readonly T[],
  { validator, mode = 'explicit' }: { readonly validator: Validator; readonly mode?: Mode },
): CallHistoryCheck<T> => {
  const composition = compose({
    tools: [{ tool, mode, activity: '' }],
    output: undefined,
    hasState: true,
    hasInput: true,
    instances: [],
    options: compositionOf({}),
  })
  const own = calls.filter((recorded) => recorded.tool === tool.name)
  const refused = own.flatMap((recorded) => {
    const raw: JsonObject = Object.fromEntries(Object.entries(recorded.call).filter(isJudgedBy(tool)))
    const checked = checkCall({ raw, tool: tool.name, composition, validator })
    return checked.ok ? [] : [{ recorded, error: checked.error }]
  })
  return { checked: own.length, refused }
}

/** What a latent Call wrote in `_output` is its result and judged too; for another mode it is a prediction, which refuses nothing. */
const isJudgedBy =
  ({ output }: Tool) =>
  ([name]: readonly [string, Json]): boolean =>
    !isMetaName(name) || (name === '_output' && output !== undefined)
