import type { ActivityRegistry } from '../../activity/registry.ts'
import { NO_PROFILE } from '../../idea/bindings.ts'
import type { Config, Idea, LoadedIdea } from '../../idea/idea.ts'
import { sharedIn } from '../../idea/context-tools.ts'
import type { Message } from '../../idea/message.ts'
import { createMemoryJournal } from '../../journal/memory-journal.ts'
import type { Run } from '../../journal/run-types.ts'
import { costOf } from '../../model/built-in-prices.ts'
import type { Model } from '../../model/model.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'
import { copyJson, type Json, type JsonObject, type JsonSchema } from '../../schema/json.ts'
import type { Validator } from '../../schema/validator.ts'
import type { ExecutorDeps } from '../record/executor-deps.ts'
import { createLoopCallbacks, type LoopDeps } from './loop-callbacks.ts'
import { EndedLoop, type LoopResult } from './loop-result.ts'
import { createMemoryArtifacts } from './memory-artifacts.ts'
import { runOnce } from '../operate/run-once.ts'
import { systemClock } from '../operate/system-clock.ts'

/** The address of the Idea that a Loop's arguments make. */
export const INLINE = 'idea://inline'

export interface AgentLoop {
  readonly config: Config
  readonly schema: JsonSchema | undefined
  readonly context: readonly Message[]
  /** The Tools of the registry, before the context; undefined if there are none. */
  readonly registered: Message | undefined
  /** The targets of `tool://NAME`. */
  readonly shared: { readonly [name: string]: JsonObject }
  readonly activities: ActivityRegistry
  readonly model: Model
  readonly validator: Promise<Validator>
  readonly deps: LoopDeps
}

/** A Run of a program's values, in its own Journal. Throws EnsembleError if it does not complete. */
export async function agentLoop<T>(asked: AgentLoop): Promise<LoopResult<T>> {
  const { config, context, registered, schema, shared } = asked
  const { signal } = asked.deps
  // The Loop's own: what the caller does to its Messages meanwhile is not seen.
  const own = JSON.parse(JSON.stringify({ config, context })) as Required<Pick<Idea, 'config' | 'context'>> // JSON before and after
  const whole = registered === undefined ? own.context : [registered, ...own.context]
  const inline: LoadedIdea = {
    address: INLINE,
    idea:
      schema === undefined ? { config: own.config, context: whole } : { config: own.config, context: whole, schema },
    tools: sharedIn(whole, shared),
    hash: '',
  }
  let ended: { readonly output: Json; readonly messages: readonly Message[] } | undefined
  const journal = createMemoryJournal()
  const onOutput = (_: string, output: Json, messages: readonly Message[]): void => void (ended = { output, messages })
  const callbacks = createLoopCallbacks(asked.deps, journal)
  const world = loopDeps(asked, inline, { journal, validator: await asked.validator, onOutput })
  const run = await runOnce(
    world,
    { idea: INLINE, allowEffects: asked.deps.allowEffects === true },
    callbacks.listeners,
  )
  callbacks.attend(run)
  const cancel = (): void => run.cancel('the caller')
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  const over = run.ended.then(() => true)
  const hasEnded = await (asked.deps.approve ? over : Promise.race([over, run.parked().then(() => false)]))
  signal?.removeEventListener('abort', cancel)
  await callbacks.done(hasEnded)
  if (ended === undefined) throw unfinished(await journal.runs.get(run.id))
  const { output, messages } = ended
  // The output was validated against T's schema.
  return new EndedLoop(copyJson(output) as T, {
    messages: () => messages.map((message) => copyJson(message as unknown as Json) as unknown as Message), // JSON
    events: () => journal.hydrated(run.id),
  })
}

function unfinished(run: Run | undefined): EnsembleError {
  if (run?.error) return new EnsembleError(run.error.code, run.error.message)
  if (run?.status === 'waiting')
    return new EnsembleError(
      'run.waiting',
      'A Call waits for a person, but Agent.Loop has no one to ask: pass { approve: (call) => … } as the last argument, or remove _approval.',
    )
  return new EnsembleError('run.cancelled', 'The Loop was cancelled.')
}

function loopDeps(
  { activities, deps, model }: AgentLoop,
  inline: LoadedIdea,
  { journal, validator, onOutput }: Required<Pick<ExecutorDeps, 'journal' | 'validator' | 'onOutput'>>,
): ExecutorDeps {
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
    ...(deps.onCall && { onCall: deps.onCall }),
    engine: '@ensemble/core',
    costOf: (usage, name) => costOf(usage, name),
    onOutput,
  }
}

let ofProcess: string | undefined
let loops = 0
/** An Activity's idempotency key and the trace of a Loop come of it: another Loop's, in any process, must be another. */
export function newLoopId(): string {
  ofProcess ??= crypto.getRandomValues(new BigUint64Array(2)).join('')
  return `loop-${ofProcess}-${++loops}`
}
