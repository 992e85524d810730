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
  walk,
} from './script-program.ts'

/** The schema of a zod expression, and whether its property may be left out. */
interface Read {
  readonly schema: JsonObject
  readonly isOptional: boolean
}

interface Reading {
  readonly constants: Constants
  readonly lost: Lost[]
  /** The constants that are being read: one inside itself ends there. */
  readonly within: Set<string>
}

const MOST_DEEP = 64

/** Schemas of zod that a program declares as constants, each as a Tool; undefined where there is none. Nothing runs. */
export const toolsInZod = (text: string): Imported | undefined => {
  if (!/\bz\s*\.\s*\w+\s*\(/u.test(text)) return undefined
  const program = scriptProgram(text)
  if (program === undefined) return undefined
  const lost: Lost[] = []
  const reading: Reading = { constants: program.constants, lost, within: new Set() }
  const used = new Set<string>()
  const read = [...program.constants].flatMap(([name, init]): readonly (readonly [string, JsonObject])[] => {
    const found = isNode(init) ? readZod(init, { ...reading, within: new Set([name]) }, 0, used) : undefined
    return found?.schema['type'] === 'object' ? [[name, found.schema]] : []
  })
  const declared = toolsDeclared(program.top, reading, used)
  // A constant that only one other uses belongs to that one.
  const schemas = read
    .filter(([name]) => !used.has(name))
    .map(([name, schema]): ImportedTool => ({ name: toolNameFrom(name.replace(/Schema$/u, '') || name), schema }))
  const tools = [...declared, ...schemas]
  return tools.length === 0 ? undefined : { tools, lost: [...new Map(lost.map((one) => [one.what, one])).values()] }
}

/** Where libraries of tools keep the schema of their parameters. */
const PARAMETERS = ['inputSchema', 'parameters', 'schema'] as const

/**
 * Tools that a program declares with a zod schema: `weather: tool({ description, inputSchema })`,
 * `tool(run, { name, schema })`, `server.registerTool('weather', { inputSchema }, run)`.
 */
const toolsDeclared = (top: Node, reading: Reading, used: Set<string>): readonly ImportedTool[] => {
  const tools: ImportedTool[] = []
  const names = new Map<unknown, string>()
  walk(top, (node) => {
    const key = nameOf(node['id']) ?? nameOf(node['key'])
    const value = node['init'] ?? node['value']
    if (key !== undefined && isNode(value)) names.set(value, key)
    if (node.type !== 'CallExpression') return true
    const given = nodesIn(node['arguments'])
    const options = given
      .flatMap((one) => membersOf(one) ?? [])
      .find((each) => PARAMETERS.some((name) => each.has(name)))
    const schemaNode = PARAMETERS.map((name) => options?.get(name)).find(isNode)
    if (options === undefined || schemaNode === undefined) return true
    const inner = (one: unknown): Read | undefined => readZod(one, reading, 1, used)
    const isShape =
      schemaNode.type === 'ObjectExpression' && [...(membersOf(schemaNode)?.values() ?? [])].some((one) => inner(one))
    const schema = isShape ? readObject('object', schemaNode, inner, reading.lost).schema : inner(schemaNode)?.schema
    if (schema?.['type'] !== 'object') return true
    const text = (one: unknown): string | undefined => {
      const read = valueOf(one, reading.constants)
      return typeof read === 'string' ? read : undefined
    }
    const name = text(options.get('name')) ?? text(options.get('id')) ?? text(given[0]) ?? names.get(node) ?? 'tool'
    const description = text(options.get('description'))
    tools.push({
      name: toolNameFrom(name),
      schema: { ...schema, type: 'object', ...(description !== undefined && { description }) },
    })
    return false
  })
  return tools
}

/** The JSON Schema of one zod expression; undefined if it is another one. */
export const schemaOfZod = (node: unknown, constants: Constants): JsonObject | undefined =>
  readZod(node, { constants, lost: [], within: new Set() }, 1, new Set())?.schema

const readZod = (node: unknown, reading: Reading, depth: number, used: Set<string>): Read | undefined => {
  if (!isNode(node) || depth > MOST_DEEP) return undefined
  const name = nameOf(node)
  if (name !== undefined) {
    if (!reading.constants.has(name)) return undefined
    if (reading.within.has(name)) return undefined
    if (depth > 0) used.add(name)
    reading.within.add(name)
    const read = readZod(reading.constants.get(name), reading, depth + 1, used)
    reading.within.delete(name)
    return read
  }
  if (node.type !== 'CallExpression' || !isNode(node['callee'])) return undefined
  const method = nameOf(node['callee']['property'])
  const object = node['callee']['object']
  if (method === undefined) return undefined
  const given = nodesIn(node['arguments'])
  const inner = (one: unknown): Read | undefined => readZod(one, reading, depth + 1, used)
  if (isZod(object)) return readBase(method, given, inner, reading)
  const before = inner(object)
  if (before === undefined) return undefined
  return changedObject(before, method, given, inner, reading) ?? changed(before, method, given, reading)
}

/** `z`, and `z.coerce` and `z.iso`, whose types are those of `z`. */
const isZod = (node: unknown): boolean =>
  nameOf(node) === 'z' ||
  (isNode(node) && nameOf(node['object']) === 'z' && /^(?:coerce|iso)$/u.test(nameOf(node['property']) ?? ''))

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
  reading: Reading,
): Read | undefined => {
  const { constants, lost } = reading
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
    case 'lazy': {
      const found = inner(first?.['body'])
      if (found !== undefined) return found
      lost.push({ path: '', what: 'z.lazy() leads back to itself, so any value fits there.' })
      return ANY
    }
    case 'optional':
    case 'nullable':
    case 'nullish':
      return inner(first) && changed(inner(first) ?? ANY, method, [], reading)
    case 'object':
    case 'strictObject':
    case 'looseObject':
      return first === undefined ? undefined : readObject(method, first, inner, lost)
    default: {
      const format = FORMATS[method]
      if (format !== undefined) return of({ type: 'string', format })
      lost.push({ path: '', what: `z.${method}() has no JSON Schema here, so any value fits.` })
      return ANY
    }
  }
}

const readObject = (method: string, node: Node, inner: (node: unknown) => Read | undefined, lost: Lost[]): Read => {
  const members = [...(membersOf(node) ?? new Map<string, unknown>())].map(([name, value]) => {
    const found = inner(value)
    if (found === undefined) lost.push({ path: '', what: `The schema of ${name} can't be read, so any value fits.` })
    return [name, found ?? ANY] as const
  })
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
  step: 'multipleOf',
}

/** An object after one of the methods that choose or add members; undefined for any other. */
const changedObject = (
  before: Read,
  method: string,
  [first]: readonly Node[],
  inner: (node: unknown) => Read | undefined,
  { lost }: Reading,
): Read | undefined => {
  const { schema } = before
  if (schema.type !== 'object' || !isObject(schema.properties)) return undefined
  const { properties } = schema
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : []
  const named = first === undefined ? [] : [...(membersOf(first) ?? new Map<string, unknown>()).keys()]
  const withMembers = (members: JsonObject, needed: readonly string[]): Read => {
    const { required: _, ...rest } = schema
    return {
      ...before,
      schema: { ...rest, properties: members, ...(needed.length > 0 && { required: [...new Set(needed)] }) },
    }
  }
  const only = (isKept: (name: string) => boolean): Read =>
    withMembers(
      Object.fromEntries(Object.entries(properties).filter(([name]) => isKept(name))),
      required.filter(isKept),
    )
  switch (method) {
    case 'pick':
      return only((name) => named.includes(name))
    case 'omit':
      return only((name) => !named.includes(name))
    case 'partial':
      return withMembers(properties, named.length === 0 ? [] : required.filter((name) => !named.includes(name)))
    case 'required':
      return withMembers(properties, named.length === 0 ? Object.keys(properties) : [...required, ...named])
    case 'extend':
    case 'safeExtend':
    case 'merge': {
      if (first === undefined) return undefined
      const added = method === 'merge' ? inner(first) : readObject('object', first, inner, lost)
      if (added === undefined || !isObject(added.schema.properties)) return undefined
      const names = Object.keys(added.schema.properties)
      const more = Array.isArray(added.schema.required)
        ? added.schema.required.filter((name) => typeof name === 'string')
        : []
      return withMembers({ ...properties, ...added.schema.properties }, [
        ...required.filter((name) => !names.includes(name)),
        ...more,
      ])
    }
    default:
      return undefined
  }
}

/** The words for a bound, by the type that it bounds. */
const boundOf = (method: 'min' | 'max', type: Json | undefined): string => {
  if (type === 'string') return `${method}Length`
  return type === 'array' ? `${method}Items` : `${method}imum`
}

/** A schema after one of zod's methods; methods that only transform a value change nothing. */
const changed = (before: Read, method: string, given: readonly Node[], reading: Reading): Read => {
  const { constants, lost } = reading
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
    case 'negative':
      return withWords({ exclusiveMaximum: 0 })
    case 'nonpositive':
      return withWords({ maximum: 0 })
    case 'or': {
      const other = given[0] === undefined ? undefined : readZod(given[0], reading, 1, new Set())
      return other === undefined ? before : { schema: { anyOf: [schema, other.schema] }, isOptional: before.isOptional }
    }
    case 'regex': {
      const pattern = given[0]?.['pattern']
      return typeof pattern === 'string' ? withWords({ pattern }) : before
    }
    case 'array':
      return { schema: { type: 'array', items: schema }, isOptional: false }
    case 'strict':
      return withWords({ additionalProperties: false })
    case 'startsWith':
    case 'endsWith':
    case 'includes':
    case 'and':
      lost.push({ path: '', what: `.${method}() has no JSON Schema here, so it is left out.` })
      return before
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
