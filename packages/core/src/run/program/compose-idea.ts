import type { Profile } from '../../idea/bindings.ts'
import type { Config, LoadedIdea, WireName } from '../../idea/idea.ts'
import { fromInput } from '../../idea/from-input.ts'
import { inputDefaultOf, withInput } from '../../idea/input.ts'
import { fallback } from '../../model/fallback.ts'
import type { ChatBody, ChatMessage, Model } from '../../model/model.ts'
import type { LoweringChange } from '../../model/wire.ts'
import { mergeConfig, wireOf } from '../../request/config.ts'
import { type Rest, isHeavy } from '../../schema/rest.ts'
import { inTurnsIfLarge } from '../../schema/turns.ts'
import { hashJson } from '../../schema/hash.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { bindingsFor, bindingsOfRun } from '../loop/bindings-of-run.ts'
import type { IdeaSource } from '../record/executor-deps.ts'
import { prepare } from '../loop/prepare.ts'

/** The workspace's part in a Request, besides the Idea itself. */
export interface ComposeSettings {
  /** The workspace's own Config, under the profile's and the Idea's. */
  readonly config?: Config
  readonly profile: Profile
  readonly isRegistered: (activity: string) => boolean
  readonly model: (name: string | undefined) => Pick<Model, 'name' | 'capabilities'>
  readonly ideas: IdeaSource
  /** Lets other work run between the Tools of a large Idea. */
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

/** The first question of a Run of the Idea, and its origin. */
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
 * A model's first view, by the executor's functions. Throws EnsembleError `idea.invalid`, `module.unresolved`,
 * `module.mergeConflict`.
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
  // A Run draws by its id, which none has yet: the heaviest arm is shown.
  const drawn = bindingsOfRun(profile, { input: hashJson([input, config.seed ?? null]), idea: loaded.address })
  const prepared = await prepare(
    { idea: { ...loaded.idea, context }, tools: loaded.tools },
    {
      config,
      profile,
      bindings: bindingsFor(drawn, loaded.address),
      isRegistered,
      resolve: (address) => ideas.resolve(address, loaded.address),
    },
  )
  const model = modelOf(config.model)
  const first = fallback(model.capabilities, asked.wire ?? wireOf(config)) ?? { wire: 'structured', strict: false }
  const choice = { ...first, wire: asked.wire ?? first.wire, strict: asked.strict ?? first.strict }
  const { encoded } = await inTurnsIfLarge(prepared.question(context, model.name, choice), rest)
  const { body, wire, strict, schema, changes } = encoded
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
