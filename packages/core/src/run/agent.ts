import type { ActivityContext, ActivityOptions, RegisteredActivity } from '../activity/activity.ts'
import { createActivityRegistry, type ActivityRegistry } from '../activity/registry.ts'
import { NO_PROFILE } from '../idea/bindings.ts'
import { checkedProfile } from '../idea/check-profile.ts'
import { checkCall } from '../call/tool-check.ts'
import type { CallError } from '../call/call-error.ts'
import { fromIdea } from '../idea/from-idea.ts'
import type { Config } from '../idea/idea.ts'
import type { Message } from '../idea/message.ts'
import { readContext, type PlainMessage } from '../idea/read-context.ts'
import { compose } from '../request/compose.ts'
import { DEFAULT_COMPOSITION, mergeConfig } from '../request/config.ts'
import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import type { Validator } from '../schema/validator.ts'
import { createToolRegistry, type ToolRegistry } from '../tool/registry.ts'
import type { AnyToolHandle, HandleCall, HandleResult } from '../tool/typed-tool.ts'
import { agentLoop, INLINE, newLoopId } from './agent-loop.ts'
import { checkGiven, givenModel, type AgentDeps } from './given-to-agent.ts'
import type { LoopResult } from './loop-result.ts'
import { createRegisteredTools } from './registered-tools.ts'
import { request, seedOf, type Call, type Solution } from './request.ts'

/** Tools, Activities and the Agent that uses them: what a program holds (docs/contract/api.md#code). */
export interface Registry {
  readonly Tool: Pick<ToolRegistry, 'register' | 'get' | 'remove' | 'names'> & {
    readonly fromIdea: typeof fromIdea
    /** Judges one raw Call of a registered Tool exactly as a Run would (docs/contract/protocol.md#the-loop); a string is a model's own text. */
    check(
      raw: string | JsonObject,
    ): Promise<{ readonly ok: true; readonly call: Call } | { readonly ok: false; readonly error: CallError }>
  }
  readonly Activity: {
    /** Registers the function that does a Tool's work. With the Tool's handle its parameter and result are typed. */
    register<Handle extends AnyToolHandle>(
      tool: Handle,
      run: (call: HandleCall<Handle>, context: ActivityContext) => HandleResult<Handle> | Promise<HandleResult<Handle>>,
      options?: ActivityOptions,
    ): RegisteredActivity
    register(
      name: string,
      run: Parameters<ActivityRegistry['register']>[1],
      options?: ActivityOptions,
    ): RegisteredActivity
    remove(name: string): boolean
    readonly Names: readonly string[]
  }
  readonly Agent: {
    /** One model invocation; never loops, executes nothing (docs/contract/protocol.md#vocabulary). */
    Request<T = Json>(
      config: Config,
      schema: JsonSchema | undefined,
      context: readonly (Message | PlainMessage)[],
      deps?: AgentDeps,
    ): Promise<Solution<T>>
    /** Requests repeated, their Calls executed and fed back, until the output is not null (docs/contract/protocol.md#the-loop). Throws EnsembleError where the Run fails. */
    Loop<T = Json>(
      config: Config,
      schema: JsonSchema | undefined,
      context: readonly (Message | PlainMessage)[],
      deps?: AgentDeps,
    ): Promise<LoopResult<T>>
  }
}

/** Tools and Activities of one workspace, apart from the global ones. */
export function createRegistry(): Registry {
  const tools = createToolRegistry()
  const activities = createActivityRegistry()
  let loading: Promise<Validator> | undefined
  // ajv is a third of the start-up time: loaded when the first Call is judged.
  const validator = (): Promise<Validator> =>
    (loading ??= import('../schema/validate.ts').then((module) => module.createValidator()))

  const registered = createRegisteredTools(tools, (name) => activities.get(name) !== undefined)

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
        const composition = compose({
          tools: registered.effective([], NO_PROFILE),
          output: undefined,
          hasState: false,
          hasInput: false,
          instances: [],
          options: DEFAULT_COMPOSITION,
        })
        const checked = checkCall({ raw, composition, validator: await validator() })
        if (!checked.ok) return checked
        const { meta, written } = checked.call
        const call = { ...meta, ...checked.resolved, ...(written !== undefined && { _output: written }) }
        return { ok: true, call: call as unknown as Call } // meta fields are JSON
      },
    },
    Activity: {
      register: (
        tool: string | AnyToolHandle,
        run: Parameters<ActivityRegistry['register']>[1],
        options?: ActivityOptions,
      ) => activities.register(typeof tool === 'string' ? tool : tool.name, run, options),
      remove: activities.remove,
      get Names() {
        return activities.Names
      },
    },
    Agent: {
      async Request<T>(
        config: Config,
        schema: JsonSchema | undefined,
        given: readonly (Message | PlainMessage)[],
        deps: AgentDeps = {},
      ) {
        checkGiven(config, schema)
        const context = readContext(given)
        return await request<T>({
          config: mergeConfig(config),
          schema,
          context,
          tools: registered.effective(context, checkedProfile(deps.profile ?? NO_PROFILE), {
            ...{ run: newLoopId(), input: seedOf(config, context), idea: INLINE },
          }),
          model: givenModel(deps.model, config),
          validator: await validator(),
          signal: deps.signal ?? new AbortController().signal,
        })
      },
      async Loop<T>(
        config: Config,
        schema: JsonSchema | undefined,
        given: readonly (Message | PlainMessage)[],
        deps: AgentDeps = {},
      ): Promise<LoopResult<T>> {
        checkGiven(config, schema)
        return await agentLoop<T>({
          config,
          schema,
          context: readContext(given),
          registered: registered.message(),
          activities,
          model: givenModel(deps.model, config),
          validator: validator(),
          deps,
        })
      },
    },
  }
}

/** The global registries: the default for programs that need only one. */
export const { Tool, Activity, Agent } = createRegistry()
