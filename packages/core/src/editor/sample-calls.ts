import { Unsatisfiable } from '../model/simulated/budget.ts'
import { fillObject, fillValue } from '../model/simulated/fill-values.ts'
import type { FillContext } from '../model/simulated/known-values.ts'
import type { JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import type { Validator } from '../schema/validator.ts'
import type { Mode, Tool } from '../tool/tool.ts'

/** Which Calls are made up for a Tool; three of them unless `count` says otherwise. */
export interface SampleOptions {
  /** The same seed gives the same Calls. */
  readonly seed: string
  readonly count?: number
  /** A latent Call is its own result: `_output` is filled too. */
  readonly mode?: Mode
  readonly validator: Validator
}

/**
 * Valid, distinct Calls as a model might write them: required members first, then with all optional ones. Fewer or none
 * if the schema leaves no choice.
 */
export const sampleCalls = (
  tool: Tool,
  { seed, count = 3, mode = 'explicit', validator }: SampleOptions,
): readonly JsonObject[] => {
  const found = new Map<string, JsonObject>()
  for (let attempt = 0; attempt < count * 3 && found.size < count; attempt++) {
    const call = fill(tool, `${seed}/${attempt}`, attempt % 2 === 1, mode)
    if (call === undefined) continue
    const { _output, ...parameters } = call
    const isValid =
      validator.check(tool.parameters, parameters).ok &&
      (_output === undefined || tool.output === undefined || validator.check(tool.output, _output).ok)
    if (isValid) found.set(JSON.stringify(call), call)
  }
  return [...found.values()]
}

const fill = (
  { parameters, output, name }: Tool,
  seed: string,
  isFull: boolean,
  mode: Mode,
): JsonObject | undefined => {
  const context = (root: JsonObject): FillContext => ({
    root,
    seed,
    candidates: [],
    references: [],
    subject: [],
    said: [],
  })
  const whole = isFull ? { ...parameters, required: namesOf(parameters) } : parameters
  try {
    const call = fillObject(whole, { path: name, required: true }, context(parameters))
    if (mode !== 'latent' || output === undefined) return call
    const root = isObject(output) ? output : {}
    const written = fillValue(output, { path: `${name}._output`, required: true }, context(root))
    return written === undefined ? call : { ...call, _output: written }
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined
    throw error
  }
}

const namesOf = ({ properties }: JsonObject): string[] => (isObject(properties) ? Object.keys(properties) : [])
