import { limitsOf, mergeConfig } from '../../request/config.ts'
import { Budget } from '../limits/budget.ts'
import { Repeats } from '../limits/repeats.ts'
import type { LoopScope, LoopStart, RunLoop } from '../perform/loop-scope.ts'
import { LoopMemory } from '../perform/memory.ts'
import { modelAt, toolsAt } from '../record/answer-effect.ts'
import { LoopFailed, RunEnd } from '../record/run-end.ts'
import { bindingsFor, profileOfRun } from './bindings-of-run.ts'
import type { World } from './prepare.ts'

/** `enter` runs the Loop of a Module that a Call enters. */
export function createLoop({ run, span, enclosing, loaded }: LoopStart, enter: RunLoop): LoopScope {
  const config = mergeConfig(run.created.base, loaded.idea.config, run.created.config)
  return {
    run,
    span,
    depth: enclosing ? enclosing.depth + 1 : 0,
    enclosing,
    budget: enclosing ? new Budget(enclosing.budget) : run.limits.budget,
    address: loaded.address,
    memory: new LoopMemory(loaded.idea.context),
    config,
    limits: limitsOf(config),
    model: modelAt(run, requestSpan(span, 0), () => run.deps.models(config.model)),
    enter,
    repeats: new Repeats(),
  }
}

/** A Run in flight keeps what it started with: a resume or replay takes modes and Activities from the Loop's first Request. */
export const worldOf = ({ run, span, address, config }: LoopScope): World => ({
  config,
  profile: profileOfRun(run.deps.profile(run.created.profile), run.created),
  bindings: bindingsFor(run.created.bindings, address),
  isRegistered: (name) => run.deps.activity(name) !== undefined,
  resolve: (module) => run.pin(module, address),
  recorded: toolsAt(run, requestSpan(span, 0)),
  failure: (code, message) => {
    const error = { code, message, key: span, retryable: false }
    return code === 'idea.invalid' ? new LoopFailed(error) : new RunEnd(error)
  },
})

/** Where Request `n` of a Loop is in its Run. */
export const requestSpan = (loop: string, n: number): string => (loop === '' ? `request/${n}` : `${loop}/request/${n}`)
