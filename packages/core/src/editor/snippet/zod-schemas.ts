import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { Imported, ImportedTool, Lost } from '../../tool/conversion.ts'
import { toolNameFrom } from '../../tool/name-from.ts'
import {
  type Constants,
  type Node,
  isNode,
  membersOf,
  nameOf,
  nodesIn,
  scriptProgram,
  valueOf,
} from './script-program.ts'

/** The schema of a zod expression, and whether its property may be left out. */
interface Read {
  readonly schema: JsonObject
  readonly isOptional: boolean
}

interface Reading {
  readonly constants: Constants
  readonly lost: Lost[]
}

const MOST_DEEP = 64

/** Schemas of zod that a program declares as constants, each as a Tool; undefined where there is none. Nothing runs. */
export const toolsInZod = (text: string): Imported | undefined => {
  if (!/\bz\s*\.\s*(?:strict|loose)?[oO]bject\s*\(/u.test(text)) return undefined
  const program = scriptProgram(text)
  if (program === undefined) return undefined
  const lost: Lost[] = []
  const reading: Reading = { constants: program.constants, lost }
  const used = new Set<string>()
  const read = [...program.constants].flatMap(([name, init]): readonly (readonly [string, JsonObject])[] => {
    const found = isNode(init) ? readZod(init, reading, 0, used) : undefined
    return found?.schema['type'] === 'object' ? [[name, found.schema]] : []
  })
  // A constant that only one other uses belongs to that one.
  const tools = read
    .filter(([name]) => !used.has(name))
    .map(([name, schema]): ImportedTool => ({ name: toolNameFrom(name.replace(/Schema$/u, '') || name), schema }))
  return tools.length === 0 ? undefined : { tools, lost: [...new Map(lost.map((one) => [one.what, one])).values()] }
}

/** The JSON Schema of one zod expression; undefined if it is another one. */
export const schemaOfZod = (node: unknown, constants: Constants): JsonObject | undefined =>
  readZod(node, { constants, lost: [] }, 1, new Set())?.schema

const readZod = (node: unknown, reading: Reading, depth: number, used: Set<string>): Read | undefined => {
  if (!isNode(node) || depth > MOST_DEEP) return undefined
  const name = nameOf(node)
  if (name !== undefined) {
    if (!reading.constants.has(name)) return undefined
    if (depth > 0) used.add(name)
    return readZod(reading.constants.get(name), reading, depth + 1, used)
  }
  if (node.type !== 'CallExpression' || !isNode(node['callee'])) return undefined
  const method = nameOf(node['callee']['property'])
  const object = node['callee']['object']
  if (method === undefined) return undefined
  const given = nodesIn(node['arguments'])
  const inner = (one: unknown): Read | undefined => readZod(one, reading, depth + 1, used)
  if (isZod(object)) return readBase(method, given, inner, reading)
  const before = inner(object)
  return before && changed(before, method, given, reading)
}

/** `z`, and `z.coerce`, whose types are those of `z`. */
const isZod = (node: unknown): boolean =>
  nameOf(node) === 'z' || (isNode(node) && nameOf(node['object']) === 'z' && nameOf(node['property']) === 'coerce')

const ANY: Read = { schema: {}, isOptional: false }
const of = (schema: JsonObject): Read => ({ schema, isOptional: false })
const FORMATS: { readonly [method: string]: string } = {
  email: 'email',
  url: 'uri',
  uuid: 'uuid',
  datetime: 'date-time',
  date: 'date',
  time: 'time',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
}

const readBase = (
  method: string,
  given: readonly Node[],
  inner: (node: unknown) => Read | undefined,
  { constants, lost }: Reading,
): Read | undefined => {
  const [first, second] = given
  const schemaOf = (node: unknown): JsonObject => (inner(node) ?? ANY).schema
  const listed = (node: unknown): readonly JsonObject[] =>
    isNode(node) ? nodesIn(node['elements']).map((one) => schemaOf(one)) : []
  switch (method) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return of({ type: method })
    case 'int':
    case 'bigint':
      return of({ type: 'integer' })
    case 'any':
    case 'unknown':
      return ANY
    case 'literal':
      return of({ const: valueOf(first, constants) ?? null })
    case 'enum':
      return of({ type: 'string', enum: valueOf(first, constants) ?? [] })
    case 'array':
      return of({ type: 'array', items: schemaOf(first) })
    case 'tuple':
      return of({ type: 'array', prefixItems: listed(first), items: false })
    case 'record':
      return of({ type: 'object', additionalProperties: schemaOf(second ?? first) })
    case 'union':
      return of({ anyOf: listed(first) })
    case 'discriminatedUnion':
      return of({ oneOf: listed(second) })
    case 'optional':
    case 'nullable':
      return inner(first) && changed(inner(first) ?? ANY, method, [], { constants, lost })
    case 'object':
    case 'strictObject':
    case 'looseObject':
      return first === undefined ? undefined : readObject(method, first, inner)
    default: {
      const format = FORMATS[method]
      if (format !== undefined) return of({ type: 'string', format })
      lost.push({ path: '', what: `z.${method}() has no JSON Schema here, so any value fits.` })
      return ANY
    }
  }
}

const readObject = (method: string, node: Node, inner: (node: unknown) => Read | undefined): Read => {
  const members = [...(membersOf(node) ?? new Map<string, unknown>())].map(
    ([name, value]) => [name, inner(value) ?? ANY] as const,
  )
  const required = members.filter(([, { isOptional }]) => !isOptional).map(([name]) => name)
  return of({
    type: 'object',
    properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 && { required }),
    ...(method === 'strictObject' && { additionalProperties: false }),
  })
}

const NUMBERS: { readonly [method: string]: string } = {
  gte: 'minimum',
  lte: 'maximum',
  gt: 'exclusiveMinimum',
  lt: 'exclusiveMaximum',
  multipleOf: 'multipleOf',
}

/** The words for a bound, by the type that it bounds. */
const boundOf = (method: 'min' | 'max', type: Json | undefined): string => {
  if (type === 'string') return `${method}Length`
  return type === 'array' ? `${method}Items` : `${method}imum`
}

/** A schema after one of zod's methods; methods that only transform a value change nothing. */
const changed = (before: Read, method: string, given: readonly Node[], { constants, lost }: Reading): Read => {
  const { schema } = before
  const value = valueOf(given[0], constants)
  const withWords = (words: JsonObject): Read => ({ ...before, schema: { ...schema, ...words } })
  const number = NUMBERS[method]
  if (number !== undefined) return typeof value === 'number' ? withWords({ [number]: value }) : before
  const format = FORMATS[method]
  if (format !== undefined && schema.type === 'string') return withWords({ format })
  switch (method) {
    case 'describe':
      return typeof value === 'string' ? withWords({ description: value }) : before
    case 'meta':
      return value !== undefined && isObject(value) ? withWords(value) : before
    case 'optional':
      return { ...before, isOptional: true }
    case 'nullish':
    case 'nullable':
      return {
        schema:
          typeof schema.type === 'string' && schema.enum === undefined
            ? { ...schema, type: [schema.type, 'null'] }
            : { anyOf: [schema, { type: 'null' }] },
        isOptional: before.isOptional || method === 'nullish',
      }
    case 'default':
      return { ...(value === undefined ? before : withWords({ default: value })), isOptional: true }
    case 'min':
    case 'max':
      return typeof value === 'number' ? withWords({ [boundOf(method, schema.type)]: value }) : before
    case 'length':
      return typeof value === 'number'
        ? withWords({ [boundOf('min', schema.type)]: value, [boundOf('max', schema.type)]: value })
        : before
    case 'nonempty':
      return withWords({ [boundOf('min', schema.type)]: 1 })
    case 'int':
      return withWords({ type: 'integer' })
    case 'positive':
      return withWords({ exclusiveMinimum: 0 })
    case 'nonnegative':
      return withWords({ minimum: 0 })
    case 'regex': {
      const pattern = given[0]?.['pattern']
      return typeof pattern === 'string' ? withWords({ pattern }) : before
    }
    case 'array':
      return { schema: { type: 'array', items: schema }, isOptional: false }
    case 'strict':
      return withWords({ additionalProperties: false })
    case 'refine':
    case 'superRefine':
    case 'transform':
    case 'pipe':
      lost.push({ path: '', what: `.${method}() runs code, so it is left out.` })
      return before
    default:
      return before
  }
}
