/**
 * @typedef {{ equals: string } | { starts_with: string } | { ends_with: string } | { contains: string } | { regex: string } | { or: Match[] } | { and: Match[] }} Match
 * @typedef {number | { base: number, tiers: { start: number, price: number }[] }} Amount
 * @typedef {Record<string, Amount | undefined>} Amounts
 * @typedef {{ constraint?: { type: string, start_date?: string }, prices: Amounts }} Conditional
 * @typedef {{ id: string, match: Match, prices: Amounts | Conditional[] }} PricedModel
 * @typedef {{ input: number, output: number, cachedInput?: number }} Rates
 * @typedef {Rates & { long?: Rates & { above: number } }} Price
 */

/**
 * Names that only their maker's own endpoint sells as texts. Models with open weights are left out: who runs one at home
 * pays nothing, under the same name.
 * @type {{ readonly [provider: string]: RegExp }}
 */
export const SOLD = {
  openai:
    /^(?:gpt-(?!oss|image|audio|realtime)|o\d|chatgpt-|codex-)(?!.*(?:audio|realtime|transcribe|tts|image|search))/,
  anthropic: /^claude-/,
  google: /^gemini-(?!.*(?:image|tts|embedding|live|audio|omni|vision))/,
  mistral:
    /^(?:mistral-(?:large|medium|small)|codestral|magistral-(?:medium|small)|ministral-\d+b|pixtral-large)-(?:latest|\d{4})$/,
  deepseek: /^deepseek-(?:chat|reasoner|v4-\w+)$/,
  'x-ai': /^grok-(?!voice|.*image)/,
}

/** Without its release date, as `costOf` looks a name up. @param {string} name */
const undated = (name) => name.replace(/-\d{4}-?\d{2}-?\d{2}$/, '')

/** @param {Match} match @returns {string[]} */
const namesIn = (match) => {
  if ('or' in match) return match.or.flatMap(namesIn)
  if ('and' in match) return match.and.flatMap(namesIn)
  if ('equals' in match) return [match.equals]
  if ('starts_with' in match) return [match.starts_with]
  return []
}

/** @param {Amount | undefined} amount */
const baseOf = (amount) => (typeof amount === 'object' ? amount.base : amount)
/** The highest that is asked for long inputs. @param {Amount | undefined} amount */
const longOf = (amount) =>
  typeof amount === 'object' ? Math.max(amount.base, ...amount.tiers.map(({ price }) => price)) : amount

/** @param {Amounts} amounts @param {typeof baseOf} at @returns {Rates | undefined} */
const ratesOf = ({ input_mtok: inputs, output_mtok: outputs, cache_read_mtok: cached }, at) => {
  const [input, output, cachedInput] = [at(inputs), at(outputs), at(cached)]
  if (input === undefined || output === undefined) return undefined
  return { input, ...(cachedInput !== undefined && { cachedInput }), output }
}

/** @param {Amounts} amounts @returns {Price | undefined} */
const priceOf = (amounts) => {
  const rates = ratesOf(amounts, baseOf)
  const long = ratesOf(amounts, longOf)
  const starts = Object.values(amounts).flatMap((amount) =>
    typeof amount === 'object' ? amount.tiers.map(({ start }) => start) : [],
  )
  if (rates === undefined || long === undefined || starts.length === 0) return rates
  return { ...rates, long: { above: Math.min(...starts), ...long } }
}

/**
 * The price on a day. If it depends on the hour, the highest, so that a limit holds at any hour.
 * @param {PricedModel['prices']} prices @param {string} date
 */
const amountsOn = (prices, date) => {
  if (!Array.isArray(prices)) return prices
  const began = prices.findLastIndex(
    ({ constraint }) =>
      constraint === undefined || (constraint.type === 'start_date' && (constraint.start_date ?? '') <= date),
  )
  const hourly = prices.slice(began + 1).filter(({ constraint }) => constraint?.type === 'time_of_date')
  /** @type {Amounts} */
  const highest = { ...prices[began]?.prices }
  for (const { prices: amounts } of hourly)
    for (const [name, amount] of Object.entries(amounts))
      if ((longOf(amount) ?? 0) > (longOf(highest[name]) ?? 0)) highest[name] = amount
  return highest
}

/**
 * The built-in prices by name, as the providers' own endpoints ask them on a day.
 * @param {readonly { id: string, models: readonly PricedModel[] }[]} providers @param {string} date
 * @returns {Record<string, Price>}
 */
export const toPriceTable = (providers, date) => {
  /** @type {Map<string, Price>} */
  const found = new Map()
  for (const { id, models } of providers)
    for (const model of models) {
      const price = priceOf(amountsOn(model.prices, date))
      if (price === undefined) continue
      const names = [model.id, ...namesIn(model.match)].filter((name) => SOLD[id]?.test(name) && !/[-@:]$/.test(name))
      for (const name of names) if (!found.has(name)) found.set(name, price)
    }
  const isSaidByShorter = (/** @type {string} */ name) =>
    undated(name) !== name && JSON.stringify(found.get(undated(name))) === JSON.stringify(found.get(name))
  return Object.fromEntries(
    [...found].filter(([name]) => !isSaidByShorter(name)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Providers by their names in SOLD and in the table of limits. */
const LIMITED = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  mistral: 'mistral',
  deepseek: 'deepseek',
  xai: 'x-ai',
}

/**
 * Context window and longest answer by name, of the makers' own endpoints.
 * @param {{ readonly [provider: string]: { readonly [model: string]: { readonly id: string, readonly contextWindow: number, readonly maxTokens: number } } }} catalogue
 * @returns {Record<string, [contextWindow: number, maxOutput: number]>}
 */
export const toLimits = (catalogue) => {
  /** @type {Map<string, [number, number]>} */
  const found = new Map()
  for (const [provider, sold] of Object.entries(LIMITED))
    for (const { id, contextWindow, maxTokens } of Object.values(catalogue[provider] ?? {}))
      if (SOLD[sold]?.test(id) && contextWindow > 0 && maxTokens > 0) found.set(id, [contextWindow, maxTokens])
  const isSaidByShorter = (/** @type {string} */ name) =>
    undated(name) !== name && String(found.get(undated(name))) === String(found.get(name))
  return Object.fromEntries(
    [...found].filter(([name]) => !isSaidByShorter(name)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}
