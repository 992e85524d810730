import { escapePointer, isObject } from '../schema/json.ts'
import type { Json, JsonObject, Pointer } from '../schema/json.ts'
import { subschemasOf } from '../schema/subschemas.ts'
import { toPointer } from '../schema/pointer.ts'
import type { Finding, ToolRule } from './lint-finding.ts'
import type { Tool } from './tool.ts'
import { hasWord, wordsOf } from './words.ts'

const MOST_PARAMETERS = 20
const MOST_LEVELS = 5

const propertiesOf = (schema: JsonObject): readonly [string, Json][] =>
  isObject(schema.properties) ? Object.entries(schema.properties) : []
const requiredOf = (schema: JsonObject): readonly Json[] => (Array.isArray(schema.required) ? schema.required : [])
const pathOf = (name: string): Pointer => `/properties/${escapePointer(name)}`

export const parametersDocumented: ToolRule = ({ name, parameters }) =>
  propertiesOf(parameters).flatMap(([key, schema]): readonly Finding[] => {
    const isDocumented =
      isObject(schema) &&
      (schema.const !== undefined || (typeof schema.description === 'string' && hasWord(schema.description)))
    if (isDocumented) return []
    const message = `The parameter ${key} of ${name} has no description.`
    return [{ code: 'lint.parameterUndocumented', path: pathOf(key), tool: name, message }]
  })

/** Words that add nothing to a name. */
const EMPTY_WORDS = new Set(['a', 'an', 'the', 'of', 'this', 'that', 'it', 'is', 'its', 'value', 'parameter', 'field'])
/** A longer description says more than a name. */
const LONGEST_VAGUE = 60

/** A description that only repeats the parameter's name: `title`, "The title". */
export const parametersSpecific: ToolRule = ({ name, parameters }) =>
  propertiesOf(parameters).flatMap(([key, schema]): readonly Finding[] => {
    const description = isObject(schema) && schema.const === undefined ? schema.description : undefined
    if (typeof description !== 'string' || description.length > LONGEST_VAGUE || !hasWord(description)) return []
    const own = wordsOf(key)
    if (!wordsOf(description).every((word) => own.includes(word) || EMPTY_WORDS.has(word))) return []
    const message = `The description of the parameter ${key} of ${name} only repeats its name: say what it means, in which unit or form.`
    return [{ code: 'lint.parameterVague', path: `${pathOf(key)}/description`, tool: name, message }]
  })

/** More are not listed one by one. */
const MOST_NESTED = 20

/** Properties inside parameters; a reference's target is looked at in its definition. */
export const nestedDocumented: ToolRule = ({ name, parameters }) => {
  const findings: Finding[] = []
  const waiting: { readonly schema: JsonObject; readonly path: Pointer; readonly level: number }[] = [
    { schema: parameters, path: '', level: 0 },
  ]
  for (let next = waiting.pop(); next !== undefined && findings.length < MOST_NESTED; next = waiting.pop()) {
    const { schema, path, level } = next
    for (const { segments, schema: inner } of subschemasOf(schema).toReversed()) {
      if (!isObject(inner) || level > MOST_DEPTH) continue
      const [keyword, key] = segments
      const at = path + toPointer(segments)
      waiting.push({ schema: inner, path: at, level: level + 1 })
      if (keyword !== 'properties' || path === '' || key === undefined || isDescribed(inner)) continue
      const message = `The property ${key} inside the parameters of ${name} has no description.`
      findings.push({ code: 'lint.nestedUndocumented', path: at, tool: name, message })
    }
  }
  return findings.slice(0, MOST_NESTED)
}
const MOST_DEPTH = 32

/** Alternatives that only restrict a property (`const`, `required`) have nothing to describe. */
const isDescribed = (schema: JsonObject): boolean =>
  schema.const !== undefined ||
  typeof schema.$ref === 'string' ||
  (typeof schema.description === 'string' && hasWord(schema.description)) ||
  (schema.type === undefined && schema.properties === undefined && schema.enum === undefined)

export const requiresSomething: ToolRule = ({ name, parameters }) => {
  if (requiredOf(parameters).length > 0 || propertiesOf(parameters).length === 0) return []
  const message = `The Tool ${name} requires none of its parameters.`
  return [{ code: 'lint.noRequired', path: '', tool: name, message }]
}

/** A name that is another one in other case or with other separators: `userId`, `user_id`. */
export const namesDistinct: ToolRule = ({ name, parameters }) => {
  const seen = new Map<string, string>()
  return propertiesOf(parameters).flatMap(([key]): readonly Finding[] => {
    const folded = wordsOf(key).join('')
    const earlier = seen.get(folded)
    if (earlier === undefined) {
      seen.set(folded, key)
      return []
    }
    const message = `The parameters ${earlier} and ${key} of ${name} differ only by case or separators.`
    return [{ code: 'lint.namesAlike', path: pathOf(key), tool: name, message }]
  })
}

export const fewParameters: ToolRule = ({ name, parameters }) => {
  const count = propertiesOf(parameters).length
  if (count <= MOST_PARAMETERS) return []
  const message = `The Tool ${name} has ${count} parameters: models fill more than ${MOST_PARAMETERS} badly. Group or split them.`
  return [{ code: 'lint.tooManyParameters', path: '/properties', tool: name, message }]
}

export const shallow: ToolRule = ({ name, parameters }) => {
  const path = firstBelow(parameters, MOST_LEVELS)
  if (path === undefined) return []
  const message = `The parameters of ${name} are nested more than ${MOST_LEVELS} levels deep: models lose count.`
  return [{ code: 'lint.tooDeep', path, tool: name, message }]
}

/** The first place where a value is nested deeper than `levels` objects and lists. */
const firstBelow = (schema: JsonObject, levels: number): Pointer | undefined => {
  const waiting: { readonly schema: JsonObject; readonly path: Pointer; readonly level: number }[] = [
    { schema, path: '', level: 0 },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.level > levels) return next.path
    for (const { segments, schema: inner } of subschemasOf(next.schema).toReversed()) {
      const [keyword] = segments
      if (!isObject(inner) || keyword === '$defs' || keyword === 'definitions') continue
      const isInside = keyword === 'properties' || keyword === 'items' || keyword === 'prefixItems'
      waiting.push({ schema: inner, path: next.path + toPointer(segments), level: next.level + (isInside ? 1 : 0) })
    }
  }
  return undefined
}

/** Strings that must be there and may be empty, at any depth of plain properties. */
export const requiredFilled: ToolRule = (tool) => emptiesIn(tool, tool.parameters, '', 0)

const emptiesIn = (tool: Tool, schema: JsonObject, path: Pointer, level: number): readonly Finding[] => {
  if (level > MOST_LEVELS) return []
  const required = requiredOf(schema)
  return propertiesOf(schema).flatMap(([key, property]): readonly Finding[] => {
    if (!isObject(property)) return []
    const at = path + pathOf(key)
    if (property.type === 'object') return emptiesIn(tool, property, at, level + 1)
    if (!required.includes(key) || !mayBeEmpty(property)) return []
    const message = `${key} of ${tool.name} is required but can be empty. Add a minLength, a format or a pattern.`
    return [{ code: 'lint.requiredMayBeEmpty', path: at, tool: tool.name, message }]
  })
}

const SAYS_MORE = ['minLength', 'enum', 'const', 'pattern', 'format', '$ref', 'anyOf', 'oneOf', 'allOf']
const mayBeEmpty = (schema: JsonObject): boolean =>
  schema.type === 'string' && !SAYS_MORE.some((keyword) => schema[keyword] !== undefined && schema[keyword] !== 0)
