import type { ModelUsage } from './model.ts'

/** USD for a million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  /** Input read from the provider's cache; `input` where it is left out. */
  readonly cachedInput?: number
}

/** Prices as of a date: data that a person may edit, merge or replace. */
export interface PriceTable {
  /** When the prices were looked up: `2025-12-15`. */
  readonly date: string
  readonly currency: 'USD'
  readonly models: { readonly [model: string]: Price }
}

/** USD for a million tokens, as published on the date. */
export const PRICES: PriceTable = {
  date: '2025-12-15',
  currency: 'USD',
  models: {
    'gpt-5.2': { input: 1.75, cachedInput: 0.175, output: 14 },
    'gpt-5.1': { input: 1.25, cachedInput: 0.125, output: 10 },
    'gpt-5': { input: 1.25, cachedInput: 0.125, output: 10 },
    'gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2 },
    'gpt-5-nano': { input: 0.05, cachedInput: 0.005, output: 0.4 },
    'gpt-4.1': { input: 2, cachedInput: 0.5, output: 8 },
    'gpt-4.1-mini': { input: 0.4, cachedInput: 0.1, output: 1.6 },
    'gpt-4.1-nano': { input: 0.1, cachedInput: 0.025, output: 0.4 },
    'gpt-4o': { input: 2.5, cachedInput: 1.25, output: 10 },
    'gpt-4o-mini': { input: 0.15, cachedInput: 0.075, output: 0.6 },
    simulated: { input: 0, output: 0 },
  },
}

const MILLION = 1_000_000

/** What a Request cost in the table's currency; null where the model has no price, never a guess. */
export const costOf = (usage: ModelUsage, modelName: string, table: PriceTable = PRICES): number | null => {
  const price = priceOf(modelName, table)
  if (price === undefined) return null
  const cached = Math.min(usage.cachedTokens, usage.inputTokens)
  const input = (usage.inputTokens - cached) * price.input + cached * (price.cachedInput ?? price.input)
  return (input + usage.outputTokens * price.output) / MILLION
}

/** By the exact name, by the name behind an endpoint (`openai/gpt-5`), or by it without a release date (`gpt-5-2025-08-07`). */
const priceOf = (modelName: string, { models }: PriceTable): Price | undefined => {
  const bare = modelName.slice(modelName.lastIndexOf('/') + 1)
  const undated = bare.replace(/-\d{4}-?\d{2}-?\d{2}$/, '')
  const name = [modelName, bare, undated].find((candidate) => Object.hasOwn(models, candidate))
  return name === undefined ? undefined : models[name]
}
