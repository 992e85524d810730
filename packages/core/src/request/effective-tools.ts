import { NO_PROFILE } from '../idea/bindings.ts'
import type { Profile, RunProfile } from '../idea/bindings.ts'
import { implementationOf } from '../idea/choose-bindings.ts'
import { contextTools } from '../idea/context-tools.ts'
import type { Message } from '../idea/message.ts'
import { hasOwn } from '../schema/json.ts'
import type { JsonObject } from '../schema/json.ts'
import { describeMissingActivity, resolveMode } from '../tool/mode.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { Problem } from '../tool/problem.ts'
import type { Tool } from '../tool/tool.ts'
import type { EffectiveTool } from './composition.ts'

export interface EffectiveToolsInput {
  readonly context: readonly Message[]
  /** Shared Tools by name, as `LoadedIdea.tools` holds them. */
  readonly shared?: { readonly [name: string]: JsonObject }
  /** Tools that are there whatever the context says; one of the same name in the context wins. */
  readonly registered?: readonly Tool[]
  /** As `chooseBindings` chose them for this Idea. */
  readonly bindings?: { readonly [tool: string]: string }
  readonly profile?: RunProfile
  readonly isRegistered: (activity: string) => boolean
}

export interface EffectiveTools {
  readonly tools: readonly EffectiveTool[]
  /** Tools with a problem of severity `error` are not among `tools`, except for a missing Activity. */
  readonly problems: readonly Problem[]
}

/** The Tools of a Request, each with the way its Calls are executed (docs/contract/protocol.md#activities). Pure. */
export function effectiveTools(input: EffectiveToolsInput): EffectiveTools {
  const { profile = NO_PROFILE as RunProfile, bindings = {} } = input
  const problems: Problem[] = []
  const found = contextTools(input.context, input.shared ?? {})
  for (const { name, shared, path } of found.unresolved) {
    const message = `The Tool ${name} refers to tool://${shared ?? ''}, which is not in the workspace.`
    problems.push({ code: 'tool.unresolved', severity: 'error', message, path, tool: name })
  }
  const tools: Tool[] = (input.registered ?? []).filter(({ name }) => !found.tools.some((tool) => tool.name === name))
  for (const { name, schema } of found.tools) {
    const normalised = normaliseTool(name, schema)
    problems.push(...normalised.problems)
    if (!normalised.problems.some(({ severity }) => severity === 'error')) tools.push(normalised.tool)
  }
  const effective = tools.map((tool): EffectiveTool => {
    const { mode, activity, missing } = resolveMode(tool, {
      binding: hasOwn(bindings, tool.name) ? bindings[tool.name] : undefined,
      isRegistered: input.isRegistered,
      implementationOf: (activity) => implementationOf(profile, activity),
      swapsAuthoredOnly: profile.swapsAuthoredOnly,
    })
    if (missing !== undefined) problems.push(missingActivity(tool, missing, profile))
    return missing === undefined ? { tool, mode, activity } : { tool, mode, activity, missing }
  })
  return { tools: effective, problems }
}

const missingActivity = (tool: Tool, activity: string, profile: Profile): Problem => {
  const isError = profile.missing === 'error'
  return {
    code: 'activity.missing',
    severity: isError ? 'error' : 'warning',
    message: describeMissingActivity(tool.name, activity, isError),
    path: '',
    tool: tool.name,
  }
}
