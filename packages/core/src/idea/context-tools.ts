import { escapePointer, hasOwn, isObject } from '../schema/json.ts'
import type { JsonObject, Pointer } from '../schema/json.ts'
import { metaFieldOf } from '../tool/meta-names.ts'
import type { ToolSchema } from '../tool/tool.ts'
import type { Message } from './message.ts'
import { sharedToolName } from './parse-message.ts'

/** One entry of a tool Message with its schema found. */
export interface ContextTool {
  readonly name: string
  readonly schema: ToolSchema
  /** The name of the shared Tool the entry refers to. */
  readonly shared?: string
  readonly message: Message
  /** Within the Message: `/tool/NAME`. */
  readonly path: Pointer
}

export interface ContextTools {
  readonly tools: readonly ContextTool[]
  /** Entries with an unknown `tool://` name. */
  readonly unresolved: readonly Omit<ContextTool, 'schema'>[]
}

/**
 * The Tools of a context with shared ones resolved: the latest definition of a name wins, in its place
 * (docs/contract/protocol.md#tools).
 */
export function contextTools(
  context: readonly Message[],
  shared: { readonly [name: string]: JsonObject },
): ContextTools {
  const tools = new Map<string, ContextTool>()
  const unresolved = new Map<string, Omit<ContextTool, 'schema'>>()
  for (const message of context) {
    if (message.type !== 'tool') continue
    for (const [name, entry] of Object.entries(message.tool)) {
      // An Idea with errors is drawn and edited as well: an invalid schema is reported and isn't a Tool.
      if (!isObject(entry)) continue
      const sharedName = sharedToolName(entry)
      const schema = sharedName === undefined ? entry : resolveShared(entry, shared, sharedName)
      const path = `/tool/${escapePointer(name)}`
      const place = sharedName === undefined ? { name, message, path } : { name, message, path, shared: sharedName }
      tools.delete(name)
      unresolved.delete(name)
      if (schema === undefined) unresolved.set(name, place)
      else tools.set(name, { ...place, schema })
    }
  }
  return { tools: [...tools.values()], unresolved: [...unresolved.values()] }
}

/** The shared Tools that a context refers to. */
export function sharedIn(
  context: readonly Message[],
  shared: { readonly [name: string]: JsonObject },
): { readonly [name: string]: JsonObject } {
  const { tools } = contextTools(context, shared)
  return Object.fromEntries(
    tools.flatMap(({ shared: name }): [string, JsonObject][] =>
      name === undefined || shared[name] === undefined ? [] : [[name, shared[name]]],
    ),
  )
}

const merged = new WeakMap<JsonObject, { readonly shared: JsonObject; readonly schema: JsonObject }>()

/** Keywords next to `$ref` extend the shared schema: `{ "$ref": "tool://x", "_activity": "" }`. */
function resolveShared(
  entry: JsonObject,
  shared: { readonly [name: string]: JsonObject },
  name: string,
): JsonObject | undefined {
  const schema = hasOwn(shared, name) ? shared[name] : undefined
  if (schema === undefined || Object.keys(entry).length === 1) return schema
  const known = merged.get(entry)
  if (known?.shared === schema) return known.schema
  const { $ref: _reference, ...own } = entry
  const result = joined(schema, own)
  merged.set(entry, { shared: schema, schema: result })
  return result
}

/**
 * The shared schema with an Idea's additions: parameters join, and meta fields, in either form and name, replace the
 * shared ones.
 */
function joined(shared: JsonObject, own: JsonObject): JsonObject {
  const mine = propertiesOf(own)
  const said = new Set<string>([...Object.keys(own), ...Object.keys(mine)].flatMap((key) => metaFieldOf(key) ?? []))
  const kept = (members: JsonObject): JsonObject =>
    said.size === 0
      ? members
      : Object.fromEntries(Object.entries(members).filter(([key]) => !said.has(metaFieldOf(key) ?? '_')))
  const required = [shared.required, own.required].flatMap((names) => (Array.isArray(names) ? names : []))
  return {
    ...kept(shared),
    ...own,
    ...((isObject(shared.properties) || isObject(own.properties)) && {
      properties: { ...kept(propertiesOf(shared)), ...mine },
    }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  }
}

const propertiesOf = ({ properties }: JsonObject): JsonObject => (isObject(properties) ? properties : {})
