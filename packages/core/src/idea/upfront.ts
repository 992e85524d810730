import { canonicalJson } from '../schema/hash.ts'
import { escapePointer, hasOwn, isObject } from '../schema/json.ts'
import type { JsonObject, JsonSchema, Pointer } from '../schema/json.ts'
import { closeSchema } from '../tool/close-schema.ts'
import type { Tool } from '../tool/tool.ts'
import type { Idea } from './idea.ts'
import { inputSchemaOf } from './input.ts'

export interface MergedTool {
  readonly tool: Tool
  /** Properties that Tool and Idea declare differently: `module.mergeConflict`. Paths point into the Tool's parameters or `_output`. */
  readonly conflicts: readonly { readonly path: Pointer; readonly message: string }[]
}

/**
 * `_resolve: "upfront"` merges the module's input schema, `upfront+output` its output too; same names must be equal.
 */
export function mergeUpfront(tool: Tool, idea: Idea): MergedTool {
  if (tool.resolve === 'runtime') return { tool, conflicts: [] }
  const asked = inputSchemaOf(idea)
  // The Tool's parameters are closed by now: what is declared alike must be alike.
  const input = merge(tool.parameters, asked === undefined ? undefined : closeSchema(asked), '')
  const output =
    tool.resolve === 'upfront+output'
      ? merge(tool.output, idea.schema, '/_output')
      : { schema: tool.output, conflicts: [] }
  return {
    tool: {
      ...tool,
      // Merging into an object schema gives an object schema.
      parameters: closeSchema(input.schema as JsonObject),
      ...(output.schema !== undefined && { output: output.schema }),
    },
    conflicts: [...input.conflicts, ...output.conflicts].map((conflict) => ({
      ...conflict,
      message: `The Tool ${tool.name} and its module declare ${conflict.message} differently.`,
    })),
  }
}

interface Merge {
  readonly schema: JsonSchema | undefined
  readonly conflicts: MergedTool['conflicts']
}

/** The targets of references in either schema. */
const DEFINITIONS = ['$defs', 'definitions']

function merge(own: JsonSchema | undefined, theirs: JsonSchema | undefined, path: Pointer): Merge {
  if (theirs === undefined || theirs === true) return { schema: own, conflicts: [] }
  if (own === undefined || own === true) return { schema: theirs, conflicts: [] }
  if (!isObject(own) || !isObject(theirs)) return { schema: own, conflicts: [{ path, message: 'the whole value' }] }
  const mine = isObject(own.properties) ? own.properties : {}
  const others = isObject(theirs.properties) ? theirs.properties : {}
  const conflicts = Object.keys(others)
    .filter((name) => hasOwn(mine, name) && canonicalJson(mine[name] ?? null) !== canonicalJson(others[name] ?? null))
    .map((name) => ({ path: `${path}/properties/${escapePointer(name)}`, message: name }))
  const shared = DEFINITIONS.flatMap((keyword) => {
    const [ours, added] = [own[keyword], theirs[keyword]]
    if (!isObject(ours) || !isObject(added)) return []
    for (const name of Object.keys(added))
      if (hasOwn(ours, name) && canonicalJson(ours[name] ?? null) !== canonicalJson(added[name] ?? null))
        conflicts.push({ path: `${path}/${keyword}/${escapePointer(name)}`, message: `the definition ${name}` })
    return [[keyword, { ...added, ...ours }] as const]
  })
  const required = [...new Set([own.required, theirs.required].flatMap((names) => (Array.isArray(names) ? names : [])))]
  const schema = {
    ...theirs,
    ...own,
    properties: { ...mine, ...Object.fromEntries(Object.entries(others).filter(([name]) => !hasOwn(mine, name))) },
    ...Object.fromEntries(shared),
    ...(required.length > 0 && { required }),
  }
  return { schema, conflicts }
}
