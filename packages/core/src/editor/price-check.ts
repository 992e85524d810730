import type { Config, Idea } from '../idea/idea.ts'
import type { WorkspaceFiles } from '../idea/workspace.ts'
import { costAt, type PriceTable } from '../model/prices.ts'
import { DEFAULT_LIMITS, mergeConfig } from '../request/config.ts'
import type { Pointer } from '../schema/json.ts'
import type { Problem } from '../tool/problem.ts'
import { readForEditor } from './workspace-cache.ts'

/** The parts of an Idea's run that decide its cost. */
export interface RunSettings {
  /** The Config under the Idea's: the workspace's and the profile's. */
  readonly config: Config
  /** The name of the model that would answer. */
  readonly model: string
  readonly prices: PriceTable
}

/**
 * Whether a cost limit is enforceable: `priced`; `allowed` by a person's setting; `default` without price and limit;
 * `refused` for a limit without a price, which ends each Run.
 */
export type PriceVerdict = 'priced' | 'allowed' | 'default' | 'refused'

const NOTHING = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, estimated: false }

/** Whether the cost limit of an Idea could be held with the model it would be run with. */
export const judgePrice = ({ config: own }: Pick<Idea, 'config'>, settings: RunSettings): PriceVerdict => {
  if (costAt(NOTHING, settings.model, settings.prices) !== null) return 'priced'
  const { limits, allowUnpriced } = mergeConfig(settings.config, own)
  if (allowUnpriced === true) return 'allowed'
  return limits?.cost === undefined ? 'default' : 'refused'
}

/** The remedy for a model of unknown price. */
const REMEDY = 'Add its price to "prices" in ensemble.json (0 for your own model)'

/** The sentence for an Idea whose Runs would end before their first Request. */
const refusedMessage = (model: string, max: number): string =>
  `No price is known for the model ${model}, so the cost limit of ${max} USD cannot be enforced and every run ends before its first request. ${REMEDY}, remove the limit, or set allowUnpriced to true.`

/** The sentence if no limit is set. */
const unknownMessage = (model: string): string =>
  `No price is known for the model ${model}, so costs are not counted and the default limit of ${DEFAULT_LIMITS.cost} USD is not enforced. ${REMEDY}.`

/** The price problem of an Idea's model, at the field of the Idea that decides most of it. */
const priceProblem = (name: string, idea: Pick<Idea, 'config'>, settings: RunSettings): Problem | undefined => {
  if (judgePrice(idea, settings) !== 'refused') return undefined
  const { config: own } = idea
  const max = mergeConfig(settings.config, own).limits?.cost ?? 0
  const path = own?.limits?.cost !== undefined ? '/config/limits/cost' : own?.model !== undefined ? '/config/model' : ''
  const message = refusedMessage(settings.model, max)
  return { code: 'limit.unpriced', severity: 'error', message, path, file: `ideas/${name}.json`, idea: name }
}

/**
 * Price problems of a workspace: one per Idea that sets model or limit, else one at `sharedPath` of ensemble.json; an
 * unknown price under the default limit is information.
 */
export const priceProblems = (
  files: WorkspaceFiles,
  settingsFor: (own: Config | undefined) => RunSettings,
  sharedPath: Pointer,
): readonly Problem[] => {
  const shared = new Map<string, Problem>()
  const found: Problem[] = []
  const tell = (severity: Problem['severity'], message: string): void =>
    void shared.set(message, { code: 'limit.unpriced', severity, message, path: sharedPath, file: 'ensemble.json' })
  const general = settingsFor(undefined)
  for (const [name, { idea }] of readForEditor(files).ideas) {
    if (idea === undefined) continue
    const settings = idea.config === undefined ? general : settingsFor(idea.config)
    const problem = priceProblem(name, idea, settings)
    if (problem !== undefined && problem.path !== '') found.push(problem)
    else if (problem !== undefined) tell('error', problem.message)
    else if (judgePrice(idea, settings) === 'default') tell('info', unknownMessage(settings.model))
  }
  return [...shared.values(), ...found]
}
