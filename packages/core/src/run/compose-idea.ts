import type { Profile } from '../idea/bindings.ts'
import type { Config, Idea, LoadedIdea, WireName } from '../idea/idea.ts'
import { fromInput } from '../idea/from-input.ts'
import { inputDefaultOf, withInput } from '../idea/input.ts'
import { mergeUpfront } from '../idea/upfront.ts'
import { encodeInSteps } from '../model/encode-request.ts'
import { fallback } from '../model/fallback.ts'
import type { ChatBody, ChatMessage, Model } from '../model/model.ts'
import type { LoweringChange } from '../model/wire.ts'
import { composeInSteps } from '../request/compose.ts'
import type { EffectiveTool } from '../request/composition.ts'
import { compositionOf, mergeConfig, unsent, wireOf } from '../request/config.ts'
import { effectiveTools } from '../request/effective-tools.ts'
import { instancesOf } from '../request/instance.ts'
import { type Rest, isHeavy } from '../schema/rest.ts'
import { inTurnsIfLarge } from '../schema/turns.ts'
import { EnsembleError } from '../schema/ensemble-error.ts'
import { hashJson } from '../schema/hash.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { bindingsFor, bindingsOfRun } from './bindings-of-run.ts'
import type { IdeaSource } from './executor-deps.ts'

/** What of a workspace shapes a Request beside the Idea itself. */
export interface ComposeSettings {
  /** The workspace's own Config, under the profile's and the Idea's. */
  readonly config?: Config
  readonly profile: Profile
  readonly isRegistered: (activity: string) => boolean
  readonly model: (name: string | undefined) => Pick<Model, 'name' | 'capabilities'>
  readonly ideas: IdeaSource
  /** Lets others go on between the Tools of a large Idea. */
  readonly rest?: Rest
}

/** How an Idea is asked to be composed; what is left out is chosen as a Run would. */
export interface ComposeAsked {
  readonly wire?: WireName
  readonly strict?: boolean
  readonly model?: string
  /** The Idea's own default unless given. */
  readonly input?: Json
}

/** What a Run of the Idea would ask first, and how it came about. */
export interface ComposedIdea {
  readonly wire: WireName
  readonly strict: boolean
  readonly model: string
  /** Equal to the bytes a Run would send (docs/contract/protocol.md#composition). */
  readonly body: ChatBody
  readonly schema: JsonObject
  readonly messages: readonly ChatMessage[]
  readonly tools?: Json
  readonly changes: readonly LoweringChange[]
  readonly tokens: { readonly schema: number; readonly messages: number; readonly estimated: boolean }
}

/** Characters per token, roughly: every model counts differently. */
const CHARACTERS_PER_TOKEN = 4
const estimate = (value: unknown): number => Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN)

/**
 * What a model would see first: the same functions in the same order as the executor's (docs/contract/protocol.md#composition). Throws
 * EnsembleError `idea.invalid`, `module.unresolved` or `module.mergeConflict`.
 */
export const composeIdea = async (
  loaded: LoadedIdea,
  asked: ComposeAsked,
  { config: ofWorkspace, profile, isRegistered, model: modelOf, ideas, rest }: ComposeSettings,
): Promise<ComposedIdea> => {
  const ofRun: Config = { ...(asked.model !== undefined && { model: asked.model }) }
  const config = mergeConfig(ofWorkspace, profile.config, loaded.idea.config, ofRun)
  const input = asked.input ?? inputDefaultOf(loaded.idea) ?? null
  const context = input === null ? fromInput(loaded.idea.context, null) : withInput(loaded.idea, input)
  const idea: Idea = { ...loaded.idea, context }
  const { tools, problems } = effectiveTools({
    context: idea.context,
    shared: loaded.tools,
    // A Run draws by its id, which none has yet: the heaviest arm is shown.
    bindings: bindingsFor(
      bindingsOfRun(profile, { input: hashJson([input, config.seed ?? null]), idea: loaded.address }),
      loaded.address,
    ),
    profile,
    isRegistered,
  })
  const error = problems.find(({ severity }) => severity === 'error')?.message ?? unsent(config)
  if (error !== undefined) throw new EnsembleError('idea.invalid', error)
  const composing = composeInSteps({
    tools: await Promise.all(tools.map((one) => resolveUpfront(one, loaded.address, ideas))),
    output: idea.schema,
    hasState: idea.context.some(({ type }) => type === 'state'),
    hasInput: idea.context.some(({ type }) => type === 'input'),
    instances: instancesOf(idea.context),
    options: compositionOf(config),
  })
  const composition = await inTurnsIfLarge(composing, rest)
  const model = modelOf(config.model)
  const choice = fallback(model.capabilities, asked.wire ?? wireOf(config))
  const encoding = encodeInSteps({
    composition,
    context: idea.context,
    config,
    model: model.name,
    wire: asked.wire ?? choice?.wire ?? 'structured',
    strict: asked.strict ?? choice?.strict ?? false,
    inlineBytes: compositionOf(config).inlineBytes,
    files: model.capabilities.files,
  })
  const { body, wire, strict, schema, changes } = await inTurnsIfLarge(encoding, rest)
  const { messages, tools: sent } = body
  if (rest && isHeavy(schema)) await rest()
  return {
    wire,
    strict,
    model: model.name,
    body,
    schema,
    messages,
    ...(sent !== undefined && { tools: sent }),
    changes,
    tokens: { schema: estimate(sent ?? schema), messages: estimate(messages), estimated: true },
  }
}

/** A Tool whose module is resolved upfront carries that module's schemas (docs/contract/protocol.md#modules). */
const resolveUpfront = async (one: EffectiveTool, address: string, ideas: IdeaSource): Promise<EffectiveTool> => {
  const { tool, mode } = one
  if (mode !== 'module' || tool.resolve === 'runtime' || tool.module?.type !== 'const') return one
  const target = await ideas.resolve(String(tool.module.value), address)
  const { tool: merged, conflicts } = mergeUpfront(tool, target.idea)
  if (conflicts[0] !== undefined) throw new EnsembleError('module.mergeConflict', conflicts[0].message)
  return { ...one, tool: merged }
}
