import type { EventData } from '../../journal/events.ts'
import type { Model } from '../../model/model.ts'
import type { LimitedLoop } from './limited-loop.ts'
import { RunEnd } from '../record/run-end.ts'
import { unpricedAt } from '../record/limit-facts.ts'
import { endRecorded } from './reach.ts'

/** Ends the Run before an unpriced Request under a set `limits.cost`. The built-in default ends nothing. */
export function endUnpriced(loop: LimitedLoop, span: string, model: Model): Promise<void> | undefined {
  const fact = unpricedAt(loop.run, span, () => factOf(loop, span, model))
  if (fact === undefined) return undefined
  return endRecorded(loop.run, span, unpricedEnd(fact.unpriced ?? '', fact.max, span), () =>
    loop.run.history.emit('limit.reached', span, fact),
  )
}

function factOf(loop: LimitedLoop, scope: string, model: Model): EventData['limit.reached'] | undefined {
  const bound = boundBy(loop)
  if (bound === undefined || isPriced(loop, model)) return undefined
  return { limit: 'cost', value: loop.budget.cost, max: bound.limits.cost, scope, unpriced: model.name }
}

/** The innermost Loop for which somebody set a cost limit that has to hold. */
function boundBy(loop: LimitedLoop): LimitedLoop | undefined {
  for (let level: LimitedLoop | undefined = loop; level; level = level.enclosing)
    if (level.config.limits?.cost !== undefined && level.config.allowUnpriced !== true) return level
  return undefined
}

const isPriced = ({ run }: LimitedLoop, model: Model): boolean =>
  model.simulated || run.deps.costOf?.(NOTHING, model.name) != null

/** Costs nothing at any price, and has no cost where there is no price. */
const NOTHING = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, estimated: false }

const unpricedEnd = (model: string, max: number, span: string): RunEnd =>
  new RunEnd({
    code: 'limit.unpriced',
    message: `No price is known for the model ${model}, so the cost limit of ${max} USD (limits.cost) cannot be enforced. Add its price to "prices" in ensemble.json (0 for your own model), remove the limit, or set allowUnpriced to true in the config.`,
    key: span,
    retryable: false,
  })
