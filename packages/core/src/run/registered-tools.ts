import type { Profile } from '../idea/bindings.ts'
import type { DrawSeeds } from '../idea/choose-bindings.ts'
import type { Message } from '../idea/message.ts'
import type { EffectiveTool } from '../request/composition.ts'
import { effectiveTools } from '../request/effective-tools.ts'
import type { JsonObject } from '../schema/json.ts'
import { keepText } from '../schema/kept-text.ts'
import type { ToolRegistry } from '../tool/registry.ts'
import { INLINE } from './agent-loop.ts'
import { bindingsFor, bindingsOfRun } from './bindings-of-run.ts'
import { firstError } from './request.ts'

/** The Tools of a registry as a context has them. */
export interface RegisteredTools {
  /** All of them as one Message, the same for as long as they are; undefined where there are none. */
  message(): Message | undefined
  /** They and those of a context, with what does their work. Throws EnsembleError for a Tool that is wrong. */
  effective(context: readonly Message[], profile: Profile, seeds?: DrawSeeds): readonly EffectiveTool[]
}

export const createRegisteredTools = (
  tools: ToolRegistry,
  isRegistered: (activity: string) => boolean,
): RegisteredTools => {
  let known: { readonly schemas: readonly JsonObject[]; readonly message: Message } | undefined
  const schemaOf = (name: string): JsonObject => tools.get(name)?.schema ?? {}
  const byName = (): { readonly [name: string]: JsonObject } =>
    Object.fromEntries(tools.names.map((name) => [name, schemaOf(name)]))
  return {
    message: () => {
      if (tools.names.length === 0) return undefined
      const schemas = tools.names.map(schemaOf)
      const isSame = schemas.length === known?.schemas.length && schemas.every((one, at) => one === known?.schemas[at])
      // What is made of the Message is made once.
      if (!known || !isSame) known = { schemas, message: keepText({ type: 'tool', tool: byName() }) }
      return known.message
    },
    effective: (context, profile, seeds = {}) => {
      const found = effectiveTools({
        bindings: bindingsFor(bindingsOfRun(profile, seeds), INLINE),
        context,
        shared: byName(),
        registered: tools.names.flatMap((name) => tools.get(name)?.tool ?? []),
        profile,
        isRegistered,
      })
      firstError(found.problems)
      return found.tools
    },
  }
}
