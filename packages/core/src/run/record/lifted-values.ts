import { hasDagger, isReferable, isReference } from '../../request/reference.ts'
import { canonicalJson } from '../../schema/hash.ts'
import { hasOwn, isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { isSameJson } from '../../schema/same-json.ts'
import { standAlone } from '../../tool/stand-alone.ts'
import { refused, type LiftedCall } from './lifted-calls.ts'
import { isCopied, originOf } from './lifted-reads.ts'

/** A member of the new Idea's input. */
export interface LiftedInput {
  readonly name: string
  readonly schema: JsonObject
  /** As recorded: the example. */
  readonly value: Json
  readonly required: boolean
  /** `writeMelody.mood`, one for each parameter that it fills. */
  readonly of: readonly string[]
  /** The caller's model's text there: the value, or a reference to it. */
  readonly given: Json
}

/** The new form of lifted Calls' parameters. */
export interface LiftedValues {
  readonly inputs: readonly LiftedInput[]
  /** The definitions that the inputs' schemas use. */
  readonly $defs: JsonObject
  /** By span, as the model of the new Idea would have written them. */
  readonly parameters: ReadonlyMap<string, JsonObject>
  /** Parameters whose value was copied from the result of an earlier one of the Calls, as `TOOL.parameter`. */
  readonly copied: readonly string[]
}

interface Value {
  readonly name: string
  readonly schema: JsonObject
  readonly written: Json
  readonly resolved: Json
  readonly required: boolean
}

/**
 * Parameters become input members, except fixed ones and those that depend on the other Calls. `known`: what the
 * caller's model had read before.
 */
export function liftValues(
  calls: readonly LiftedCall[],
  schemas: ReadonlyMap<string, JsonObject>,
  known: string,
): LiftedValues {
  const lifting = new Lifting(calls, known)
  const parameters = new Map(calls.map((call) => [call.span, lifting.parametersOf(call, schemas.get(call.tool) ?? {})]))
  return { inputs: lifting.inputs.all, $defs: lifting.inputs.$defs, parameters, copied: lifting.copied }
}

/** Parameters becoming members of the input, references, or values that stay. */
class Lifting {
  readonly inputs = new Inputs()
  readonly copied: string[] = []
  readonly #calls: readonly LiftedCall[]
  readonly #known: string

  constructor(calls: readonly LiftedCall[], known: string) {
    this.#calls = calls
    this.#known = known
  }

  parametersOf(call: LiftedCall, tool: JsonObject): JsonObject {
    const own = isObject(tool.properties) ? tool.properties : {}
    const required = Array.isArray(tool.required) ? tool.required : []
    const written = Object.entries(call.resolved).map(([name, resolved]): [string, Json] => {
      const declared = hasOwn(own, name) ? own[name] : {}
      const value = {
        name,
        schema: isObject(declared) ? declared : {},
        written: call.parameters[name] ?? null,
        resolved,
        required: required.includes(name),
      }
      return [name, this.#lift(call, tool, value)]
    })
    return Object.fromEntries(written)
  }

  #lift(call: LiftedCall, tool: JsonObject, value: Value): Json {
    const { schema, written, resolved } = value
    if (hasOwn(schema, 'const')) return literal(resolved)
    if (!this.#readsInside(call, written, resolved)) {
      const isTold = this.#calls.some((one) => one.turn < call.turn && isCopied(resolved, one, this.#known))
      if (!isTold) return this.inputs.declare(call, tool, value)
      this.copied.push(`${call.key}.${value.name}`)
      return literal(resolved)
    }
    if (typeof written === 'string') return written
    const inside = (name: string, inner: Json, at: Json): Json =>
      this.#lift(call, tool, {
        name: `${value.name}_${name}`,
        schema: {},
        written: inner,
        resolved: at,
        required: true,
      })
    if (Array.isArray(written))
      return written.map((inner: Json, at) => inside(String(at + 1), inner, itemOf(resolved, at)))
    if (!isObject(written)) return written
    return Object.fromEntries(
      Object.entries(written).map(([name, inner]) => [name, inside(name, inner, memberOf(resolved, name))]),
    )
  }

  #readsInside(call: LiftedCall, written: Json, resolved: Json): boolean {
    if (typeof written === 'string' && isReference(written)) {
      const origin = originOf(written, resolved, this.#calls, call)
      if (origin === 'both')
        throw refused(
          `${call.tool} (${call.span}) reads ${written}, which the chosen Calls write only in part. Choose the others that write there as well, or leave out ${call.tool}.`,
        )
      return origin === 'inside'
    }
    if (Array.isArray(written))
      return written.some((inner: Json, at) => this.#readsInside(call, inner, itemOf(resolved, at)))
    return (
      isObject(written) &&
      Object.entries(written).some(([name, inner]) => this.#readsInside(call, inner, memberOf(resolved, name)))
    )
  }
}

/** The members of the new Idea's input; Calls that got the same value share one. */
class Inputs {
  readonly #all: LiftedInput[] = []
  readonly #defs = new Definitions()

  get all(): readonly LiftedInput[] {
    return this.#all
  }
  get $defs(): JsonObject {
    return this.#defs.all
  }

  /** The reference that the Call reads it from in the input. */
  declare(call: LiftedCall, tool: JsonObject, { name, schema, written, resolved, required }: Value): Json {
    const of = `${call.key}.${name}`
    const known = this.#all.findIndex((one) => isSameInput(one, { name, schema, written, resolved }))
    const before = this.#all[known]
    if (before !== undefined) {
      this.#all[known] = { ...before, required: before.required || required, of: [...before.of, of] }
      return referTo(before.name, resolved)
    }
    const as = this.#freeName(name, `${call.key}_${name}`)
    this.#all.push({
      name: as,
      schema: this.#defs.without(standAlone(schema, tool)),
      value: resolved,
      required,
      of: [of],
      // A person may have put another value in its place.
      given: hasDagger(written) ? written : literal(resolved),
    })
    return referTo(as, resolved)
  }

  #freeName(name: string, other: string): string {
    const isFree = (as: string): boolean => this.#all.every((one) => one.name !== as)
    if (isFree(name)) return name
    for (let count = 1; ; count++) {
      const as = count === 1 ? other : `${other}${count}`
      if (isFree(as)) return as
    }
  }
}

const referTo = (name: string, value: Json): Json => (isReferable(name) ? `†input.${name}` : literal(value))
const itemOf = (value: Json, at: number): Json => (Array.isArray(value) ? ((value[at] ?? null) as Json) : null)
const memberOf = (value: Json, name: string): Json => (isObject(value) ? (value[name] ?? null) : null)

/** The same reference, or the same value under the same name for a schema that asks the same. */
const isSameInput = (one: LiftedInput, { name, schema, written, resolved }: Omit<Value, 'required'>): boolean =>
  isSameJson(one.value, resolved) &&
  (isReference(written)
    ? one.given === written
    : !isReference(one.given) &&
      one.of[0]?.endsWith(`.${name}`) === true &&
      canonicalJson(bare(one.schema)) === canonicalJson(bare(schema)))

/** Without what is only told to people and models. */
const bare = ({ title: _title, description: _description, examples: _examples, ...rest }: JsonObject): JsonObject =>
  rest

/** Definitions of several Tools at the root of one schema. */
export class Definitions {
  readonly #all: { [name: string]: Json } = {}

  get all(): JsonObject {
    return this.#all
  }

  /** The schema without its own, which are kept. Throws EnsembleError `extract.calls` where two are called alike and differ. */
  without({ $defs, ...schema }: JsonObject): JsonObject {
    for (const [name, definition] of Object.entries(isObject($defs) ? $defs : {})) {
      if (hasOwn(this.#all, name) && canonicalJson(this.#all[name] ?? null) !== canonicalJson(definition))
        throw refused(`Two of the Tools define $defs.${name} differently. Give one of them another name first.`)
      this.#all[name] = definition
    }
    return schema
  }
}

/** A text that begins like a reference but isn't one (docs/contract/protocol.md#state). */
export const literal = (value: Json): Json => {
  if (typeof value === 'string') return value.startsWith('†') ? `†${value}` : value
  if (Array.isArray(value)) return value.map(literal)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, literal(item)]))
}
