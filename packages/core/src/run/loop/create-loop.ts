import type { Config } from '../../idea/idea.ts'
import type { Model } from '../../model/model.ts'
import { limitsOf, mergeConfig } from '../../request/config.ts'
import { Budget } from '../limits/budget.ts'
import { Repeats } from '../limits/repeats.ts'
import type { LoopScope, LoopStart, RunLoop } from '../perform/loop-scope.ts'
import { LoopMemory } from '../perform/memory.ts'
import type { RunScope } from '../perform/run-scope.ts'
import { pastRequest } from '../record/past-request.ts'
import { LoopFailed, RunEnd } from '../record/run-end.ts'
import { bindingsFor } from './bindings-of-run.ts'
import type { World } from './prepare.ts'

/** `enter` runs the Loop of a Module that a Call enters. */
export function createLoop({ run, span, enclosing, loaded }: LoopStart, enter: RunLoop): LoopScope {
  const config = mergeConfig(run.created.base, loaded.idea.config, run.created.config)
  return {
    run,
    span,
    depth: enclosing ? enclosing.depth + 1 : 0,
    enclosing,
    budget: enclosing ? new Budget(enclosing.budget) : run.budget,
    address: loaded.address,
    memory: new LoopMemory(loaded.idea.context),
    config,
    limits: limitsOf(config),
    model: modelOf(run, span, config),
    enter,
    repeats: new Repeats(),
  }
}

/** A Run in flight keeps what it started with: a resume or replay takes modes and Activities from the Loop's first Request. */
export const worldOf = ({ run, span, address, config }: LoopScope): World => ({
  config,
  profile: run.profile,
  bindings: bindingsFor(run.created.bindings, address),
  isRegistered: (name) => run.deps.activity(name) !== undefined,
  resolve: (module) => run.pin(module, address),
  recorded: pastRequest(run, requestSpan(span, 0))?.tools,
  failure: (code, message) => {
    const error = { code, message, key: span, retryable: false }
    return code === 'idea.invalid' ? new LoopFailed(error) : new RunEnd(error)
  },
})

/** In a replay the model is a name from the record that can't be asked. */
function modelOf(run: RunScope, span: string, config: Config): Model {
  const recorded = run.history.replaying ? pastRequest(run, requestSpan(span, 0)) : undefined
  if (!recorded) return run.deps.models(config.model)
  return {
    name: recorded.model,
    simulated: false,
    endpoint: '',
    capabilities: { structured: true, strict: true, tools: true },
    ask: () => {
      throw new Error('a replay asks no model')
    },
  }
}

/** Where Request `n` of a Loop is in its Run. */
export const requestSpan = (loop: string, n: number): string => (loop === '' ? `request/${n}` : `${loop}/request/${n}`)
