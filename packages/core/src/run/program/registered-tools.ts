import type { Message } from '../../idea/message.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'
import type { JsonObject } from '../../schema/json.ts'
import { keepText } from '../../schema/kept-text.ts'
import { nearestName } from '../../schema/nearest-name.ts'
import type { ToolRegistry } from '../../tool/registry.ts'
import type { Tool } from '../../tool/tool.ts'
import type { ToolChoice } from './typed-agent.ts'

/** The Tools of a registry as a context has them. `only`: a choice of them; throws EnsembleError `tool.unknown` for one that is not registered. */
export interface RegisteredTools {
  /** All of them as one Message, the same for as long as they are; undefined if there are none. */
  message(only?: readonly ToolChoice[]): Message | undefined
  /** The targets of `tool://NAME`. */
  shared(): { readonly [name: string]: JsonObject }
  chosen(only?: readonly ToolChoice[]): readonly Tool[]
}

export const createRegisteredTools = (tools: ToolRegistry): RegisteredTools => {
  let known: { readonly schemas: readonly JsonObject[]; readonly message: Message } | undefined
  const schemaOf = (name: string): JsonObject => tools.get(name)?.schema ?? {}
  const byName = (names: readonly string[] = tools.names): { readonly [name: string]: JsonObject } =>
    Object.fromEntries(names.map((name) => [name, schemaOf(name)]))
  return {
    message: (only) => {
      const names = chosenOf(tools, only)
      if (names.length === 0) return undefined
      const schemas = names.map(schemaOf)
      const isSame = schemas.length === known?.schemas.length && schemas.every((one, at) => one === known?.schemas[at])
      // Values derived from the Message are made once.
      if (!known || !isSame) known = { schemas, message: keepText({ type: 'tool', tool: byName(names) }) }
      return known.message
    },
    shared: byName,
    chosen: (only) => chosenOf(tools, only).flatMap((name) => tools.get(name)?.tool ?? []),
  }
}

/** The names of the chosen Tools, in the order of the choice: what a model is shown first may matter. */
function chosenOf(tools: ToolRegistry, only: readonly ToolChoice[] | undefined): readonly string[] {
  if (only === undefined) return tools.names
  const names = only.map((choice) => (typeof choice === 'string' ? choice : choice.name))
  const unknown = names.find((name) => tools.get(name) === undefined)
  if (unknown === undefined) return [...new Set(names)]
  const near = nearestName(unknown, tools.names)
  const hint = near === undefined ? `There are ${tools.names.join(', ') || 'none'}.` : `Did you mean ${near}?`
  throw new EnsembleError('tool.unknown', `No Tool ${unknown} is registered. ${hint}`)
}
