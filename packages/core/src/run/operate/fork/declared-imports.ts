import { contextTools } from '../../../idea/context-tools.ts'
import type { Idea, LoadedIdea } from '../../../idea/idea.ts'
import type { Message } from '../../../idea/message.ts'
import { hasOwn, isObject, type Json, type JsonObject, type JsonSchema } from '../../../schema/json.ts'
import type { ModuleParts } from '../../perform/module-parts.ts'

/** An import, as a member of the input. */
export interface DeclaredImport {
  readonly name: string
  readonly schema: JsonObject
  readonly value: Json
  /** The Message that takes its value from the input, where something reads it there. */
  readonly message?: Message
}

/**
 * A Module's Idea made independent: imports become input, with the recorded values as its example. State and handed-on
 * data keep their place, filled from the input.
 */
export function withDeclaredImports({ idea, input, imported }: ModuleParts, tools: LoadedIdea['tools']): Idea {
  const own = idea.context.find((message) => message.type === 'input' && message._instance === undefined)
  const schema = own?.type === 'input' ? own.schema : undefined
  const taken = new Set([...Object.keys(input), ...Object.keys(propertiesOf(schema))])
  const handedOn = dataImports(idea, tools)
  const declared: DeclaredImport[] = []
  for (const message of imported) {
    const one = declareImport(message, taken, (kind) => handedOn.has(kind))
    if (one === undefined) continue
    taken.add(one.name)
    declared.push(one)
  }
  const filled: Message = {
    ...(own?.type === 'input' ? own : { type: 'input' as const }),
    schema: inputSchema(schema, input, declared),
    input: { ...input, ...Object.fromEntries(declared.map(({ name, value }) => [name, value])) },
  }
  const context =
    own === undefined ? [...idea.context, filled] : idea.context.map((one) => (one === own ? filled : one))
  return { ...idea, context: [...context, ...declared.flatMap(({ message }) => message ?? [])] }
}

const propertiesOf = (schema: JsonSchema | undefined): JsonObject =>
  isObject(schema) && isObject(schema.properties) ? schema.properties : {}

const inputSchema = (
  schema: JsonSchema | undefined,
  input: JsonObject,
  declared: readonly DeclaredImport[],
): JsonObject => {
  const base = isObject(schema) ? schema : { type: 'object', properties: mapValues(input, schemaOf) }
  const added = Object.fromEntries(declared.map((one) => [one.name, one.schema]))
  return { ...base, properties: { ...propertiesOf(base), ...added } }
}

/** An imported Message as a member of the input; `handedOn`: whether a reader needs that kind in its place. */
export function declareImport(
  message: Message,
  taken: ReadonlySet<string>,
  handedOn: (kind: string) => boolean,
): DeclaredImport | undefined {
  if (message.type === 'state') {
    const value = message.state ?? {}
    const name = freeName('state', taken)
    const schema = described(message.schema, value, "What the caller's state held.")
    const { schema: _shown, ...rest } = message
    return { name, schema, value, message: { ...rest, state: `†input.${name}` } }
  }
  if (message.type !== 'data') return undefined
  const { kind, data: value, description } = message
  const name = freeName(NAMES[kind] ?? kind.replaceAll(/[^A-Za-z0-9_-]/g, '_'), taken)
  const schema = described(message.schema, value, description ?? `The caller's ${kind}.`)
  const { schema: _shown, ...rest } = message
  return { name, schema, value, ...(handedOn(kind) && { message: { ...rest, data: `†input.${name}` } }) }
}

/** The Module has its own input and texts. */
const NAMES: { readonly [kind: string]: string } = { input: 'callerInput', text: 'callerTexts' }

const freeName = (name: string, taken: ReadonlySet<string>): string => {
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${name}${count}`
    if (!taken.has(free)) return free
  }
}

const described = (schema: JsonSchema | undefined, value: Json, description: string): JsonObject => ({
  description,
  ...(isObject(schema) ? schema : schemaOf(value)),
})

/** As much as one value tells: another Run may hold another. */
const schemaOf = (value: Json): JsonObject => {
  if (Array.isArray(value)) return { type: 'array' }
  if (value === null) return {}
  if (isObject(value)) return { type: 'object' }
  return { type: typeof value }
}

const mapValues = (object: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

/** Kinds of data that some Tool of the Idea imports. */
const dataImports = (idea: Idea, shared: LoadedIdea['tools']): ReadonlySet<string> => {
  const texts = contextTools(idea.context, shared).tools.map(({ schema }) => JSON.stringify(importsIn(schema)))
  return new Set(texts.flatMap((text) => [...text.matchAll(/"data:([^"]+)"/g)].map(([, kind = '']) => kind)))
}

const importsIn = (schema: JsonObject): Json => {
  const properties = propertiesOf(schema)
  return IMPORTS.flatMap((name) =>
    [schema, properties].flatMap((members) => (hasOwn(members, name) ? [members[name] ?? null] : [])),
  )
}
const IMPORTS = ['_imports', '_scopes']
