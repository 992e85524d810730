import type { RunProfile } from '../../idea/bindings.ts'
import type { Config, LoadedIdea } from '../../idea/idea.ts'
import type { Message } from '../../idea/message.ts'
import { mergeUpfront } from '../../idea/upfront.ts'
import type { EventData } from '../../journal/events.ts'
import { encodeInSteps } from '../../model/encode-request.ts'
import type { WireChoice } from '../../model/fallback.ts'
import { createRendered } from '../../model/render-messages.ts'
import type { EncodedRequest } from '../../model/wire.ts'
import { withQuestions } from '../../request/ask-person.ts'
import { composeInSteps } from '../../request/compose.ts'
import type { Composition, EffectiveTool } from '../../request/composition.ts'
import { compositionOf, unsent } from '../../request/config.ts'
import { effectiveTools } from '../../request/effective-tools.ts'
import { instancesOf } from '../../request/instance.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'
import { keepText } from '../../schema/kept-text.ts'
import { isHeavy } from '../../schema/rest.ts'
import { A_TURN, type Steps } from '../../schema/turns.ts'
import type { Tool } from '../../tool/tool.ts'

type RecordedTools = EventData['request.started']['tools']

/**
 * The settings of an Idea's Requests besides the Idea itself. Every caller gives its own; there are no hidden defaults.
 */
export interface World {
  /** All layers merged. */
  readonly config: Config
  readonly profile: RunProfile
  /** As they were drawn for this Idea. */
  readonly bindings: { readonly [tool: string]: string }
  readonly isRegistered: (activity: string) => boolean
  /** Tools that a program registered; one of the same name in the context wins. */
  readonly registered?: readonly Tool[]
  /** Finds the Modules whose schemas join their Tools before the first Request. Without it the Tools stay as they are written. */
  readonly resolve?: (address: string) => Promise<LoadedIdea>
  /** The Tools of a Loop whose first Request is recorded: it keeps their modes and Activities, whatever is registered by now. */
  readonly recorded?: RecordedTools | undefined
  /** The error for an Idea that cannot be asked; an EnsembleError with this code by default. */
  readonly failure?: (code: 'idea.invalid' | 'module.mergeConflict', message: string) => Error
}

/** An Idea ready to be asked, for as many Requests as its Loop makes. */
export interface Prepared {
  /** As each `request.started` names them. */
  readonly tools: RecordedTools
  /** The content of a Request with this context, independent of the wire. */
  compose(context: readonly Message[]): Steps<Composition>
  /** The same as the bytes that this model is sent. */
  question(context: readonly Message[], model: string, choice: WireChoice): Steps<Prompt>
}

/** One composed Request. */
export interface Prompt {
  readonly composition: Composition
  readonly encoded: EncodedRequest
}

/**
 * The composition behind Loop, Request, `composeIdea` and `Tool.check`: chooses Tools once, then composes each Request.
 */
export async function prepare(
  { idea, tools: shared }: Pick<LoadedIdea, 'idea' | 'tools'>,
  { config, profile, bindings, isRegistered, registered = [], resolve, recorded, failure = refusal }: World,
): Promise<Prepared> {
  const { context, schema: output } = idea
  const { tools, problems } = effectiveTools({ context, shared, registered, bindings, profile, isRegistered })
  const problem = problems.find(
    ({ severity, code }) => severity === 'error' && !(recorded && code === 'activity.missing'),
  )
  const message = problem?.message ?? (recorded ? undefined : unsent(config))
  if (message !== undefined) throw failure('idea.invalid', message)

  const options = compositionOf(config)
  const modes = new Map(recorded?.map(({ name, mode, activity = '', missing }) => [name, { mode, activity, missing }]))
  const kept = recorded ? tools.map((tool) => ({ ...tool, ...modes.get(tool.tool.name) })) : tools
  const merged = resolve ? await Promise.all(kept.map((tool) => resolveUpfront(tool, resolve, failure))) : kept
  const effective = withQuestions(merged, options)
  const rendered = createRendered()
  /** From turn to turn only the context changes, and a composition depends on no more of it than this. */
  let last: { readonly key: string; readonly composition: Composition } | undefined

  function* compose(now: readonly Message[]): Steps<Composition> {
    const hasState = now.some(({ type }) => type === 'state')
    const hasInput = now.some(({ type }) => type === 'input')
    const instances = instancesOf(now)
    const key = `${hasState} ${hasInput} ${instances.join('\n')}`
    if (last?.key === key) return last.composition
    const composition = yield* composeInSteps({ tools: effective, output, hasState, hasInput, instances, options })
    if (effective.length > 0 && isHeavy(composition.schema)) yield A_TURN
    last = { key, composition }
    return composition
  }
  return {
    tools: keepText(effective.map(toRecorded)),
    compose,
    *question(now, model, choice) {
      const composition = yield* compose(now)
      const { inlineBytes } = options
      const input = { composition, context: now, config, model, inlineBytes, rendered, ...choice }
      return { composition, encoded: yield* encodeInSteps(input) }
    },
  }
}

const refusal = (code: string, message: string): Error => new EnsembleError(code, message)

const toRecorded = ({ tool, mode, activity, missing }: EffectiveTool): RecordedTools[number] => ({
  name: tool.name,
  mode,
  ...(activity !== '' && { activity }),
  ...(missing !== undefined && { missing }),
})

/** `upfront`: the Module's schemas join the Tool before the first Request (docs/contract/protocol.md#modules). */
async function resolveUpfront(
  effective: EffectiveTool,
  resolve: NonNullable<World['resolve']>,
  failure: NonNullable<World['failure']>,
): Promise<EffectiveTool> {
  const { tool, mode } = effective
  if (mode !== 'module' || tool.resolve === 'runtime' || tool.module?.type !== 'const') return effective
  const { idea } = await resolve(String(tool.module.value))
  const { tool: merged, conflicts } = mergeUpfront(tool, idea)
  const [conflict] = conflicts
  if (conflict) throw failure('module.mergeConflict', conflict.message)
  return { ...effective, tool: merged }
}
