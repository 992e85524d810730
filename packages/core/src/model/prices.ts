import type { ModelUsage } from './model.ts'

/** USD for a million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  /** Input read from the provider's cache; `input` where it is left out. */
  readonly cachedInput?: number
  /** The whole Request's price if its input has more tokens than `above`. */
  readonly long?: {
    readonly above: number
    readonly input: number
    readonly output: number
    readonly cachedInput?: number
  }
}

/** Prices as of a date: data that a person may edit, merge or replace. */
export interface PriceTable {
  /** When the prices were looked up: `2025-12-15`. */
  readonly date: string
  readonly currency: 'USD'
  /** Where the built-in ones were taken from. */
  readonly source?: string
  /** The date of the built-in prices below a workspace's own, which have their own `date`. */
  readonly builtInDate?: string
  readonly models: { readonly [model: string]: Price }
}

const MILLION = 1_000_000

/** A Request's cost in the table's currency; null without a price, never a guess. */
export const costAt = (usage: ModelUsage, modelName: string, table: PriceTable): number | null => {
  const price = priceOf(modelName, table)
  if (price === undefined) return null
  const isLong = price.long !== undefined && usage.inputTokens > price.long.above
  const { input, output, cachedInput = input } = isLong ? price.long : price
  const cached = Math.min(usage.cachedTokens, usage.inputTokens)
  return ((usage.inputTokens - cached) * input + cached * cachedInput + usage.outputTokens * output) / MILLION
}

const priceOf = (modelName: string, { models }: PriceTable): Price | undefined => namedModel(modelName, models)

/** By the exact name, by the name behind an endpoint (`openai/gpt-5`), or by it without a release date (`gpt-5-2025-08-07`). */
export const namedModel = <T>(modelName: string, models: { readonly [model: string]: T }): T | undefined => {
  const bare = modelName.slice(modelName.lastIndexOf('/') + 1)
  const undated = bare.replace(/-\d{4}-?\d{2}-?\d{2}$/, '')
  const name = [modelName, bare, undated].find((candidate) => Object.hasOwn(models, candidate))
  return name === undefined ? undefined : models[name]
}
