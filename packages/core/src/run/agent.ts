import type { ActivityContext, ActivityOptions, RegisteredActivity } from '../activity/activity.ts'
import { createActivityRegistry, type ActivityRegistry } from '../activity/registry.ts'
import { NO_PROFILE, type Profile } from '../idea/bindings.ts'
import { checkCall } from '../call/tool-check.ts'
import type { CallError } from '../call/call-error.ts'
import { fromIdea } from '../idea/from-idea.ts'
import type { Config, Idea, LoadedIdea } from '../idea/idea.ts'
import type { Message } from '../idea/message.ts'
import { readContext, type PlainMessage } from '../idea/read-context.ts'
import type { Journal } from '../journal/journal.ts'
import { createMemoryJournal } from '../journal/memory-journal.ts'
import type { Run } from '../journal/run-types.ts'
import type { Model } from '../model/model.ts'
import { compose } from '../request/compose.ts'
import type { EffectiveTool } from '../request/composition.ts'
import { DEFAULT_COMPOSITION, mergeConfig } from '../request/config.ts'
import { effectiveTools } from '../request/effective-tools.ts'
import { EnsembleError } from '../schema/ensemble-error.ts'
import { keepText } from '../schema/kept-text.ts'
import { copyJson, type Json, type JsonObject, type JsonSchema } from '../schema/json.ts'
import type { Validator } from '../schema/validator.ts'
import { createToolRegistry, type ToolRegistry } from '../tool/registry.ts'
import type { AnyToolHandle, HandleCall, HandleResult } from '../tool/typed-tool.ts'
import { bindingsFor, bindingsOfRun } from './bindings-of-run.ts'
import type { ExecutorDeps, IdeaSource } from './executor-deps.ts'
import { EndedLoop, type LoopResult } from './loop-result.ts'
import { createMemoryArtifacts } from './memory-artifacts.ts'
import { checkGiven, givenModel } from './given-to-agent.ts'
import { firstError, request, seedOf, type Call, type Solution } from './request.ts'
import { runOnce } from './run-once.ts'
import { systemClock } from './system-clock.ts'

/** What `Agent.Request` and `Agent.Loop` use besides the registry; everything has a default. */
export interface AgentDeps {
  /** The simulated model where none is given. */
  readonly model?: Model
  /** Finds Modules by address; without it only `anonymous` ones can be entered. */
  readonly ideas?: IdeaSource
  readonly profile?: Profile
  readonly signal?: AbortSignal
}

/** Tools, Activities and the Agent that uses them: what a program holds (API.md, SDK). */
export interface Registry {
  readonly Tool: Pick<ToolRegistry, 'register' | 'get' | 'remove' | 'names'> & {
    readonly fromIdea: typeof fromIdea
    /** Judges one raw Call of a registered Tool exactly as a Run would (PROTOCOL.md §5); a string is a model's own text. */
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
    /** One model invocation; never loops, executes nothing (PROTOCOL.md §1). */
    Request<T = Json>(
      config: Config,
      schema: JsonSchema | undefined,
      context: readonly (Message | PlainMessage)[],
      deps?: AgentDeps,
    ): Promise<Solution<T>>
    /** Requests repeated, their Calls executed and fed back, until the output is not null (PROTOCOL.md §5). Throws EnsembleError where the Run fails. */
    Loop<T = Json>(
      config: Config,
      schema: JsonSchema | undefined,
      context: readonly (Message | PlainMessage)[],
      deps?: AgentDeps,
    ): Promise<LoopResult<T>>
  }
}

/** The address of the Idea that a Loop's arguments make. */
const INLINE = 'idea://inline'

/** Tools and Activities of one workspace, apart from the global ones. */
export function createRegistry(): Registry {
  const tools = createToolRegistry()
  const activities = createActivityRegistry()
  let loading: Promise<Validator> | undefined
  // ajv is a third of the start-up time: loaded when the first Call is judged.
  const validator = (): Promise<Validator> =>
    (loading ??= import('../schema/validate.ts').then((module) => module.createValidator()))

  let registered: { readonly schemas: readonly JsonObject[]; readonly message: Message } | undefined
  /** All Tools as one Message, the same for as long as they are: what is made of it is made once. */
  const registeredMessage = (): Message => {
    const schemas = tools.names.map((name) => tools.get(name)?.schema ?? {})
    const isSame =
      schemas.length === registered?.schemas.length && schemas.every((one, at) => one === registered?.schemas[at])
    if (registered && isSame) return registered.message
    const tool = Object.fromEntries(tools.names.map((name, at) => [name, schemas[at] ?? {}]))
    registered = { schemas, message: keepText({ type: 'tool', tool }) }
    return registered.message
  }

  const effective = (context: readonly Message[], profile: Profile, seed = ''): readonly EffectiveTool[] => {
    const found = effectiveTools({
      bindings: bindingsFor(bindingsOfRun(profile, seed), INLINE),
      context,
      shared: Object.fromEntries(tools.names.map((name) => [name, tools.get(name)?.schema ?? {}])),
      registered: tools.names.flatMap((name) => tools.get(name)?.tool ?? []),
      profile,
      isRegistered: (name) => activities.get(name) !== undefined,
    })
    firstError(found.problems)
    return found.tools
  }

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
          tools: effective([], NO_PROFILE),
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
          tools: effective(context, deps.profile ?? NO_PROFILE, seedOf(config, context)),
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
        const context = readContext(given)
        // The Loop's own: what the caller does to its Messages meanwhile is not seen.
        const own = JSON.parse(JSON.stringify({ config, context })) as Pick<Idea, 'config' | 'context'> // JSON before and after
        const whole = tools.names.length === 0 ? own.context : [registeredMessage(), ...own.context]
        const inline: LoadedIdea = {
          address: INLINE,
          idea: { ...own, context: whole, ...(schema !== undefined && { schema }) },
          tools: {},
          hash: '',
        }
        let ended: { readonly output: Json; readonly messages: readonly Message[] } | undefined
        const journal = createMemoryJournal()
        const loop: ExecutorDeps = {
          ...loopDeps({
            journal,
            inline,
            deps,
            model: givenModel(deps.model, config),
            validator: await validator(),
            activities,
          }),
          onOutput: (_, output, messages) => (ended = { output, messages }),
        }
        const run = await runOnce(loop, INLINE)
        const cancel = (): void => run.cancel('the caller')
        deps.signal?.addEventListener('abort', cancel, { once: true })
        if (deps.signal?.aborted) cancel()
        await run.stands()
        deps.signal?.removeEventListener('abort', cancel)
        if (ended === undefined) throw unfinished(await journal.runs.get(run.id))
        const { output, messages } = ended
        return new EndedLoop(copyJson(output) as T, {
          // validated against the schema that T stands for
          messages: () => messages.map((message) => copyJson(message as unknown as Json) as unknown as Message), // JSON
          events: () => journal.hydrated(run.id),
        })
      },
    },
  }
}

function unfinished(run: Run | undefined): EnsembleError {
  if (run?.error) return new EnsembleError(run.error.code, run.error.message)
  if (run?.status === 'waiting')
    return new EnsembleError(
      'run.waiting',
      'A Call waits for a person, and nobody can answer in Agent.Loop. Run the Idea in a workspace, or remove _approval.',
    )
  return new EnsembleError('run.cancelled', 'The Loop was cancelled.')
}

function loopDeps(options: {
  readonly journal: Journal
  readonly inline: LoadedIdea
  readonly deps: AgentDeps
  readonly model: Model
  readonly validator: Validator
  readonly activities: ActivityRegistry
}): ExecutorDeps {
  const { journal, inline, deps, model, validator, activities } = options
  return {
    journal,
    models: () => model,
    ideas: {
      async resolve(address, from) {
        if (address === INLINE) return inline
        if (deps.ideas) return await deps.ideas.resolve(address, from === INLINE ? undefined : from)
        throw new EnsembleError('module.unresolved', `${address} cannot be found: Agent.Loop was given no ideas.`)
      },
    },
    activity: activities.get,
    profile: () => deps.profile ?? NO_PROFILE,
    defaultProfile: '',
    validator,
    clock: systemClock,
    newId: newLoopId,
    artifacts: createMemoryArtifacts(),
    engine: '@ensemble/core',
  }
}

let ofProcess: string | undefined
let loops = 0
/** An Activity's idempotency key and the trace of a Loop come of it: another Loop's, in any process, must be another. */
function newLoopId(): string {
  ofProcess ??= crypto.getRandomValues(new BigUint64Array(2)).join('')
  return `loop-${ofProcess}-${++loops}`
}

/** The global registries: the default for programs that need only one. */
export const { Tool, Activity, Agent } = createRegistry()
