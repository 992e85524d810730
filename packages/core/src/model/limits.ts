import { questionLength } from './file-parts.ts'
import type { ChatBody } from './model.ts'
import { namedModel } from './prices.ts'

/** The tokens that a model takes and gives at most; not known where left out. */
export interface ModelLimits {
  /** Question and answer together. */
  readonly contextWindow?: number
  /** One answer, its reasoning included. */
  readonly maxOutput?: number
}

/** Limits as of a date, by model: `[contextWindow, maxOutput]`. */
export interface LimitTable {
  readonly date: string
  readonly source: string
  readonly models: { readonly [model: string]: readonly [contextWindow: number, maxOutput: number] }
}

/** A model's limits: a person's own before those of the table. `{}` says that they are not known. */
export const limitsOf = (
  modelName: string,
  own: { readonly [model: string]: ModelLimits },
  { models }: LimitTable,
): ModelLimits | undefined => {
  const owned = namedModel(modelName, own)
  if (owned !== undefined) return owned
  const [contextWindow, maxOutput] = namedModel(modelName, models) ?? []
  return contextWindow === undefined || maxOutput === undefined ? undefined : { contextWindow, maxOutput }
}

/** More characters than a token has in any language on average, so that no question that fits is refused. */
const MOST_CHARACTERS_PER_TOKEN = 8

const figure = (count: number): string => count.toLocaleString('en-US')

/** Why a question can't be answered by a model with these limits, with the remedy; undefined if it may fit. Files don't count. */
export const misfitOf = (body: ChatBody, model: string, limits: ModelLimits): string | undefined => {
  const { contextWindow = Infinity, maxOutput = Infinity } = limits
  const least = Math.ceil(questionLength(body) / MOST_CHARACTERS_PER_TOKEN)
  const wanted = Number(body.max_completion_tokens ?? 0)
  const correct = 'If the limit is wrong, correct it under "models" in ensemble.json.'
  if (least > contextWindow)
    return `The question was not sent: it has at least ${figure(least)} tokens, and ${model} reads at most ${figure(contextWindow)}. Shorten the Idea's context or what its Tools return, or choose a model that reads more. ${correct}`
  if (wanted > maxOutput)
    return `The question was not sent: it asks for up to ${figure(wanted)} tokens, and ${model} writes at most ${figure(maxOutput)}. Set maxOutputTokens to ${figure(maxOutput)} or less, or choose a model that writes more. ${correct}`
  return undefined
}
