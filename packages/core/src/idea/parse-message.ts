import { findSchemaIssue } from '../schema/check-schema.ts'
import { hasOwn, isObject } from '../schema/json.ts'
import type { Json, JsonObject, Pointer } from '../schema/json.ts'
import { nearestName } from '../schema/nearest-name.ts'
import { escapePointer } from '../schema/json.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { Problem } from '../tool/problem.ts'
import type { ProblemCode } from '../tool/problem-codes.ts'
import type { Message } from './message.ts'

export type ReportAt = (code: ProblemCode, path: Pointer, message: string, more?: Partial<Problem>) => void

interface Field {
  readonly name: string
  readonly required?: true
  readonly expected: string
  readonly fits: (value: Json) => boolean
}

const isString = (value: Json): boolean => typeof value === 'string'
const instance: Field = { name: '_instance', expected: 'a string', fits: isString }
const schema: Field = {
  name: 'schema',
  expected: 'a JSON Schema',
  fits: (value) => findSchemaIssue(value) === undefined,
}
const anything = (name: string, required?: true): Field => ({
  name,
  ...(required && { required }),
  expected: 'a JSON value',
  fits: () => true,
})
const ROLES = ['system', 'user', 'assistant']

/** The Messages an Idea's file may hold, with their fields (docs/contract/protocol.md#messages). */
const FIELDS: { readonly [type: string]: readonly Field[] } = {
  text: [
    { name: 'text', required: true, expected: 'a string', fits: isString },
    { name: 'role', expected: ROLES.join(', '), fits: (value) => typeof value === 'string' && ROLES.includes(value) },
  ],
  tool: [{ name: 'tool', required: true, expected: 'an object from names to schemas', fits: isObject }],
  input: [schema, anything('input'), instance],
  state: [schema, anything('state'), instance],
  data: [
    { name: 'kind', required: true, expected: 'a string', fits: isString },
    anything('data', true),
    schema,
    { name: 'description', expected: 'a string', fits: isString },
    instance,
  ],
}
const TYPES = Object.keys(FIELDS)

/** One Message of an Idea's file; undefined, with a problem, where it could not be understood. */
export function parseMessage(value: Json, path: Pointer, report: ReportAt): Message | undefined {
  if (!isObject(value)) {
    report('idea.message', path, 'A Message is an object with a type.')
    return undefined
  }
  if (value.type === undefined && value.role !== undefined) return parsePlain(value, path, report)
  const fields = typeof value.type === 'string' && hasOwn(FIELDS, value.type) ? FIELDS[value.type] : undefined
  if (fields === undefined) {
    reportType(value.type, path, report)
    return undefined
  }
  const isWhole = checkFields(value, fields, path, report)
  if (value.type === 'tool' && isObject(value.tool)) checkTools(value.tool, `${path}/tool`, report)
  // Every field was checked against the table above, which lists the fields of Message by type.
  return isWhole ? (value as unknown as Message) : undefined
}

function reportType(type: Json | undefined, path: Pointer, report: ReportAt): void {
  if (typeof type !== 'string') {
    report('idea.messageType', path, `A Message needs a type: ${TYPES.join(', ')}.`)
    return
  }
  const nearest = nearestName(type, TYPES)
  const hint = nearest === undefined ? `Known are ${TYPES.join(', ')}.` : `Did you mean ${nearest}?`
  report('idea.messageType', `${path}/type`, `No Message has the type ${JSON.stringify(type)}. ${hint}`)
}

function checkFields(value: JsonObject, fields: readonly Field[], path: Pointer, report: ReportAt): boolean {
  const type = String(value.type)
  let isWhole = true
  for (const field of fields) {
    const written = value[field.name]
    if (written === undefined ? !field.required : field.fits(written)) continue
    isWhole = false
    const message =
      written === undefined
        ? `A ${type} Message needs ${field.name}: ${field.expected}.`
        : `${field.name} of a ${type} Message must be ${field.expected}.`
    report('idea.message', written === undefined ? path : `${path}/${field.name}`, message)
  }
  const names = fields.map((field) => field.name)
  for (const key of Object.keys(value)) {
    if (key === 'type' || names.includes(key)) continue
    const nearest = nearestName(key, names)
    const hint = nearest === undefined ? `It has ${names.join(', ')}.` : `Did you mean ${nearest}?`
    const message = `A ${type} Message has no field ${key}. ${hint}`
    report('idea.unknownField', `${path}/${escapePointer(key)}`, message, { severity: 'warning' })
  }
  return isWhole
}

/** `{ role, content }` as chat endpoints write it. */
function parsePlain(value: JsonObject, path: Pointer, report: ReportAt): Message | undefined {
  const text = plainText(value.content)
  const role = ROLES.find((known) => known === value.role)
  if (text !== undefined && role !== undefined) {
    return { type: 'text', text, role: role as 'system' | 'user' | 'assistant' } // an item of ROLES
  }
  const message = text === undefined ? 'content must be text' : `role must be ${ROLES.join(', ')}`
  report('idea.message', path, `A Message written as { role, content }: ${message}.`)
  return undefined
}

function plainText(content: Json | undefined): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  const parts = content.map((part: Json) => (isObject(part) && part.type === 'text' ? part.text : undefined))
  return parts.every((part) => typeof part === 'string') ? parts.join('') : undefined
}

/** `{ "$ref": "tool://NAME" }`: the name of a shared Tool; undefined for an own schema. */
export const sharedToolName = (entry: JsonObject): string | undefined =>
  typeof entry.$ref === 'string' && entry.$ref.startsWith('tool://') ? entry.$ref.slice('tool://'.length) : undefined

function checkTools(tools: JsonObject, path: Pointer, report: ReportAt): void {
  for (const [name, entry] of Object.entries(tools)) {
    const at = `${path}/${escapePointer(name)}`
    if (!isObject(entry)) {
      report('tool.notObject', at, `The Tool ${name} must be an object schema.`, { tool: name })
    } else if (sharedToolName(entry) === undefined) {
      for (const problem of normaliseTool(name, entry).problems) {
        report(problem.code as ProblemCode, at + problem.path, problem.message, problem) // codes of normaliseTool are listed
      }
    }
  }
}
