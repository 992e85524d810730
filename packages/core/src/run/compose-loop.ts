import type { LoadedIdea } from '../idea/idea.ts'
import type { EventData } from '../journal/events.ts'
import { keepText } from '../schema/kept-text.ts'
import { mergeUpfront } from '../idea/upfront.ts'
import type { Composition, EffectiveTool } from '../request/composition.ts'
import { withQuestions } from '../request/ask-person.ts'
import { composeInSteps } from '../request/compose.ts'
import { compositionOf, unsent } from '../request/config.ts'
import { instancesOf } from '../request/instance.ts'
import { effectiveTools } from '../request/effective-tools.ts'
import type { Steps } from '../schema/turns.ts'
import { bindingsFor } from './bindings-of-run.ts'
import type { LoopScope } from './loop-scope.ts'
import { LoopFailed, RunEnd } from './run-end.ts'

/** The Tools of one Loop, chosen at its first Request and kept to its end (docs/contract/protocol.md#activities). */
export interface LoopTools {
  compose(): Steps<Composition>
  /** The same, as each `request.started` names them. */
  readonly recorded: EventData['request.started']['tools']
}

/** Throws LoopFailed `idea.invalid` where the Idea's Tools cannot be composed. */
export async function composeLoop(loop: LoopScope, loaded: LoadedIdea): Promise<LoopTools> {
  const { run } = loop
  const bindings = bindingsFor(run.created.bindings, loaded.address)
  const recorded = recordedTools(loop)
  const { tools, problems } = effectiveTools({
    context: loaded.idea.context,
    shared: loaded.tools,
    bindings,
    profile: run.profile,
    isRegistered: (name) => run.deps.activity(name) !== undefined,
  })
  const problem = problems.find(
    ({ severity, code }) => severity === 'error' && !(recorded && code === 'activity.missing'),
  )
  // What is recorded was asked so.
  const error = problem?.message ?? (recorded ? undefined : unsent(loop.config))
  if (error) throw new LoopFailed({ code: 'idea.invalid', message: error, key: loop.span, retryable: false })

  const kept = tools.map((tool) => ({ ...tool, ...recorded?.get(tool.tool.name) }))
  const options = compositionOf(loop.config)
  const effective = withQuestions(await Promise.all(kept.map((tool) => resolveUpfront(loop, tool))), options)
  /** From turn to turn only the context changes, and of it a composition shows no more than this. */
  let last: { readonly world: string; readonly composition: Composition } | undefined
  return {
    recorded: keepText(effective.map(toRecorded)),
    *compose() {
      const context = loop.memory.context()
      const hasState = context.some((message) => message.type === 'state')
      const hasInput = context.some((message) => message.type === 'input')
      const instances = instancesOf(context)
      const world = `${hasState} ${hasInput} ${instances.join('\n')}`
      if (last?.world === world) return last.composition
      const { schema: output } = loaded.idea
      const composition = yield* composeInSteps({ tools: effective, output, hasState, hasInput, instances, options })
      last = { world, composition }
      return composition
    },
  }
}

const toRecorded = ({ tool, mode, activity, missing }: EffectiveTool) => ({
  name: tool.name,
  mode,
  ...(activity !== '' && { activity }),
  ...(missing !== undefined && { missing }),
})

/** A Run in flight keeps what it started with: a resume or replay takes modes and Activities from the Loop's first Request. */
function recordedTools({ run, span }: LoopScope): ReadonlyMap<string, Omit<EffectiveTool, 'tool'>> | undefined {
  const first = run.history.recorded('request.started', span === '' ? 'request/0' : `${span}/request/0`)
  const { tools = [] } = first?.data ?? {}
  return first && new Map(tools.map(({ name, mode, activity = '', missing }) => [name, { mode, activity, missing }]))
}

/** `upfront`: the module's schemas join the Tool before the first Request (docs/contract/protocol.md#modules). */
async function resolveUpfront(loop: LoopScope, effective: EffectiveTool): Promise<EffectiveTool> {
  const { tool, mode } = effective
  if (mode !== 'module' || tool.resolve === 'runtime' || tool.module?.type !== 'const') return effective
  const loaded = await loop.run.pin(String(tool.module.value), loop.address)
  const { tool: merged, conflicts } = mergeUpfront(tool, loaded.idea)
  const [conflict] = conflicts
  if (conflict)
    throw new RunEnd({ code: 'module.mergeConflict', message: conflict.message, key: loop.span, retryable: false })
  return { ...effective, tool: merged }
}
