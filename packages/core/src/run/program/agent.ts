import type { ActivityFunction, ActivityOptions } from '../../activity/activity.ts'
import { createActivityRegistry } from '../../activity/registry.ts'
import { NO_PROFILE } from '../../idea/bindings.ts'
import { checkedProfile } from '../../idea/check-profile.ts'
import type { DrawSeeds } from '../../idea/choose-bindings.ts'
import { checkCall } from '../../call/tool-check.ts'
import type { CallError } from '../../call/call-error.ts'
import type { Message } from '../../idea/message.ts'
import { bindableNames } from '../../idea/profile-slips.ts'
import { fromIdea } from '../../idea/from-idea.ts'
import type { Config, Idea } from '../../idea/idea.ts'
import { readContext } from '../../idea/read-context.ts'
import { mergeConfig } from '../../request/config.ts'
import type { JsonObject, JsonSchema } from '../../schema/json.ts'
import { atOnce } from '../../schema/turns.ts'
import type { Validator } from '../../schema/validator.ts'
import { createToolRegistry, type ToolRegistry } from '../../tool/registry.ts'
import type { ToolSchema } from '../../tool/tool.ts'
import type { AnyToolHandle } from '../../tool/typed-tool.ts'
import { agentLoop, INLINE, newLoopId } from './agent-loop.ts'
import { bindingsFor, bindingsOfRun } from '../loop/bindings-of-run.ts'
import { checkGiven, checkNames, givenModel, type AgentDeps } from './given-to-agent.ts'
import type { LoopDeps } from './loop-callbacks.ts'
import type { LoopResult } from './loop-result.ts'
import { prepare, type Prepared } from '../loop/prepare.ts'
import { createRegisteredTools } from './registered-tools.ts'
import { request, seedOf, type Call, type Solution } from '../loop/request.ts'
import type { CallsOf, GivenContext, OutputOf, ToolChoice, RegisterActivity, ToolSchemas } from './typed-agent.ts'

/** Tools, Activities and the Agent that uses them: what a program holds (docs/contract/api.md, SDK). `Tools`: schemas by name, for the compiler. */
export interface Registry<Tools = unknown> {
  readonly Tool: Pick<ToolRegistry, 'register' | 'get' | 'remove' | 'names'> & {
    readonly fromIdea: typeof fromIdea
    /** Judges one raw Call of a registered Tool exactly as a Run would (docs/contract/protocol.md#the-loop); a string is a model's own text. */
    check(
      raw: string | JsonObject,
    ): Promise<{ readonly ok: true; readonly call: Call } | { readonly ok: false; readonly error: CallError }>
  }
  readonly Activity: {
    readonly register: RegisterActivity<Tools>
    remove(name: string): boolean
    readonly Names: readonly string[]
  }
  readonly Agent: {
    /**
     * One model invocation: no loop, no execution. Known schemas and Tools type the output and Calls; a type argument
     * only the output.
     */
    Request: {
      <
        const Schema extends JsonSchema | undefined,
        const Context extends GivenContext,
        const Choices extends readonly ToolChoice[] | undefined = undefined,
      >(
        config: Config,
        schema: Schema,
        context: Context,
        deps?: AgentDeps<Choices>,
      ): Promise<Solution<NoInfer<OutputOf<Schema>>, NoInfer<CallsOf<Tools, Context, Choices>>>>
      <T>(config: Config, schema: JsonSchema | undefined, context: GivenContext, deps?: AgentDeps): Promise<Solution<T>>
    }
    /** Requests repeated, their Calls executed and fed back, until the output is not null (docs/contract/protocol.md#the-loop). Throws EnsembleError where the Run fails. */
    Loop: {
      <const Schema extends JsonSchema | undefined, const Context extends GivenContext>(
        config: Config,
        schema: Schema,
        context: Context,
        deps?: LoopDeps,
      ): Promise<LoopResult<NoInfer<OutputOf<Schema>>>>
      <T>(
        config: Config,
        schema: JsonSchema | undefined,
        context: GivenContext,
        deps?: LoopDeps,
      ): Promise<LoopResult<T>>
    }
  }
}

/** Schemas by the name that each Tool is registered under. */
type ToolsByName = { readonly [name: string]: ToolSchema }

/** The shared parts of one registry's Tools, Activities and Agent. */
interface Parts {
  readonly registered: ReturnType<typeof createRegisteredTools>
  readonly activities: ReturnType<typeof createActivityRegistry>
  readonly validator: () => Promise<Validator>
}

const namesWith =
  ({ registered, activities }: Parts, context: readonly Message[]) =>
  () =>
    bindableNames([context], registered.shared(), activities.Names)

/** A Request draws its own bindings; Modules are not resolved, as none is entered. */
const prepareRequest = (
  parts: Parts,
  { config, schema, context }: Pick<Idea, 'schema' | 'context'> & { readonly config: Config },
  { profile = NO_PROFILE, tools: only }: AgentDeps = {},
  seeds: DrawSeeds = {},
): Promise<Prepared> => {
  const { registered, activities } = parts
  const checked = checkedProfile(profile)
  checkNames(checked, namesWith(parts, context))
  return prepare(
    { idea: { context, ...(schema !== undefined && { schema }) }, tools: registered.shared() },
    {
      config: mergeConfig(config),
      profile: checked,
      bindings: bindingsFor(bindingsOfRun(checked, seeds), INLINE),
      registered: registered.chosen(only),
      isRegistered: (name) => activities.get(name) !== undefined,
    },
  )
}

const createAgent = <Tools>(parts: Parts): Registry<Tools>['Agent'] => ({
  async Request(
    config: Config,
    schema: JsonSchema | undefined,
    given: GivenContext,
    deps: AgentDeps = {},
    // Its types are those of the overloads: nothing here knows more than that it is JSON.
  ): Promise<Solution<never, never>> {
    checkGiven(config, schema)
    const context = readContext(given)
    const seeds = { run: newLoopId(), input: seedOf(config, context), idea: INLINE }
    return await request<never, never>({
      prepared: await prepareRequest(parts, { config, schema, context }, deps, seeds),
      config: mergeConfig(config),
      context,
      model: givenModel(deps.model, config),
      validator: await parts.validator(),
      signal: deps.signal ?? new AbortController().signal,
    })
  },
  async Loop(
    config: Config,
    schema: JsonSchema | undefined,
    given: GivenContext,
    deps: LoopDeps = {},
  ): Promise<LoopResult<never>> {
    checkGiven(config, schema)
    const context = readContext(given)
    if (deps.profile) checkedProfile(deps.profile)
    // With its own source of Ideas, a profile may name Tools that are read only when a Module is entered.
    if (!deps.ideas) checkNames(deps.profile, namesWith(parts, context))
    const { registered, activities, validator } = parts
    return await agentLoop<never>({
      config,
      schema,
      context,
      registered: registered.message(deps.tools),
      shared: registered.shared(),
      activities,
      model: givenModel(deps.model, config),
      validator: validator(),
      deps,
    })
  },
})

/** Tools and Activities of one workspace, apart from the global ones. `given`: Tools that it has from the start, which type it by name. */
export function createRegistry<const Tools extends object = Record<never, never>>(
  given?: Tools & ToolsByName,
): Registry<Tools> {
  const tools = createToolRegistry()
  const activities = createActivityRegistry()
  for (const [name, schema] of Object.entries<ToolSchema>(given ?? {})) tools.register(name, schema)
  let loading: Promise<Validator> | undefined
  // ajv is a third of the start-up time: loaded when the first Call is judged.
  const validator = (): Promise<Validator> =>
    (loading ??= import('../../schema/validate.ts').then((module) => module.createValidator()))
  const parts: Parts = { registered: createRegisteredTools(tools), activities, validator }

  return {
    Tool: {
      register: tools.register,
      get: tools.get,
      remove: tools.remove,
      get names() {
        return tools.names
      },
      fromIdea,
      async check(raw) {
        const prepared = await prepareRequest(parts, { config: {}, schema: undefined, context: [] })
        const composition = atOnce(prepared.compose([]))
        const checked = checkCall({ raw, composition, validator: await validator() })
        if (!checked.ok) return checked
        const { meta, written } = checked.call
        const call = { ...meta, ...checked.resolved, ...(written !== undefined && { _output: written }) }
        return { ok: true, call: call as unknown as Call } // meta fields are JSON
      },
    },
    Activity: {
      register: (tool: string | AnyToolHandle, run: ActivityFunction, options?: ActivityOptions) =>
        activities.register(typeof tool === 'string' ? tool : tool.name, run, options),
      remove: activities.remove,
      get Names() {
        return activities.Names
      },
    },
    Agent: createAgent<Tools>(parts),
  }
}

/** The global registries: the default for programs that need only one. */
export const { Tool, Activity, Agent }: Registry<ToolSchemas> = createRegistry()
