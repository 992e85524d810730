import { hasOwn, isObject, type Json, type JsonObject } from '../schema/json.ts'
import { canonicalJson } from '../schema/hash.ts'
import { nearestName } from '../schema/nearest-name.ts'
import type { Finding, ToolRule } from './lint-finding.ts'

/** A condition of `_approval` that no Call can meet: the Call would never ask, or ask by mistake. */
export const approvalCanHold: ToolRule = ({ name, approval, parameters, source }) => {
  if (approval?.type !== 'when') return []
  const path = hasOwn(source, '_approval') ? '/_approval' : '/properties/_approval'
  return faultsIn(approval.schema, parameters, '').map((fault): Finding => {
    const message = `The condition of _approval of ${name} ${fault}`
    return { code: 'lint.approvalNever', path, tool: name, message }
  })
}

/** The parts of a condition that don't fit its parameters; `at` names the place in dots, "" the parameters themselves. */
function faultsIn(condition: Json, schema: JsonObject, at: string): readonly string[] {
  if (!isObject(condition)) return []
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => (Array.isArray(condition[key]) ? condition[key] : []))
  return [
    ...unknownNames(condition, schema, at),
    ...neverValues(condition, schema, at),
    ...Object.entries(isObject(condition.properties) ? condition.properties : {}).flatMap(([key, inner]) => {
      const property = isObject(schema.properties) ? schema.properties[key] : undefined
      return isObject(property) ? faultsIn(inner, property, at === '' ? key : `${at}.${key}`) : []
    }),
    ...branches.flatMap((branch) => faultsIn(branch, schema, at)),
  ]
}

/** Names that the condition looks at and that the parameters do not have; a schema that says nothing of names may have any. */
function unknownNames(condition: JsonObject, schema: JsonObject, at: string): readonly string[] {
  if (!isObject(schema.properties) || schema.additionalProperties !== false || OPEN.some((key) => key in schema))
    return []
  const known = Object.keys(schema.properties)
  const required = Array.isArray(condition.required) ? condition.required.filter((key) => typeof key === 'string') : []
  const named = new Set([...Object.keys(isObject(condition.properties) ? condition.properties : {}), ...required])
  return [...named]
    .filter((key) => !known.includes(key))
    .map((key) => {
      const near = nearestName(key, known)
      const hint = near === undefined ? `There is ${known.join(', ') || 'none'}.` : `Did you mean ${near}?`
      return `looks at ${at === '' ? key : `${at}.${key}`}, which no Call has. ${hint}`
    })
}
const OPEN = ['patternProperties', '$ref', 'allOf', 'anyOf', 'oneOf']

/** Constants that the parameter never is. */
function neverValues(condition: JsonObject, schema: JsonObject, at: string): readonly string[] {
  const allowed = valuesOf(schema)
  const asked = valuesOf(condition)
  if (allowed === undefined || asked === undefined || at === '') return []
  const known = new Set(allowed.map(canonicalJson))
  return asked
    .filter((value) => !known.has(canonicalJson(value)))
    .map((value) => `asks for ${at} to be ${JSON.stringify(value)}, which it never is: ${list(allowed)}.`)
}
const valuesOf = ({ const: value, enum: values }: JsonObject): readonly Json[] | undefined =>
  value !== undefined ? [value] : Array.isArray(values) ? values : undefined
const list = (values: readonly Json[]): string => {
  const shown = values.slice(0, 6).map((value) => JSON.stringify(value))
  return `it is ${shown.join(', ')}${values.length > shown.length ? ' …' : ''}`
}
