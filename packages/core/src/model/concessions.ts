import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import type { EndpointFailure } from './endpoint-errors.ts'

/** A member of a sent body that an endpoint may refuse, and how it is asked then. */
interface Concession {
  readonly isRefused: (body: JsonObject, refusal: EndpointFailure) => boolean
  readonly apply: (body: JsonObject) => JsonObject
  /** In one sentence for people, where the question means something else now. */
  readonly note: (body: JsonObject) => string | undefined
}

const has = (body: JsonObject, name: string): boolean => body[name] !== undefined

const isAbout = (name: string, { param, message }: EndpointFailure): boolean =>
  param === name || new RegExp(`\\b${name}\\b`, 'i').test(message)

const without = (body: JsonObject, name: string): JsonObject => {
  const { [name]: _, ...rest } = body
  return rest
}

/** An option that an answer doesn't need (docs/contract/protocol.md#config). */
const dropped = (name: string): Concession => ({
  isRefused: (body, refusal) => has(body, name) && isAbout(name, refusal),
  apply: (body) => without(body, name),
  note: (body) => (has(body, name) ? `This model takes no ${name}: it was left out.` : undefined),
})

const LIMIT = 'max_completion_tokens'
const isItem = (item: Json): boolean => isObject(item) && item.type === 'reasoning'
const hasItems = ({ input }: JsonObject): boolean => Array.isArray(input) && input.some(isItem)

/** By what they concede. */
const CONCESSIONS = {
  temperature: dropped('temperature'),
  seed: dropped('seed'),
  /** The older name, which many servers still read. */
  maxTokens: {
    isRefused: (body, refusal) => has(body, LIMIT) && isAbout(LIMIT, refusal),
    apply: (body) => (has(body, LIMIT) ? { ...without(body, LIMIT), max_tokens: body[LIMIT] ?? null } : body),
    note: () => undefined,
  },
  /** Some models call functions through Chat Completions only without reasoning. */
  noReasoning: {
    isRefused: (body, { message }) =>
      has(body, 'messages') && has(body, 'tools') && /reasoning_effort\b.*\bnone\b/is.test(message),
    apply: (body) => (has(body, 'messages') && has(body, 'tools') ? { ...body, reasoning_effort: 'none' } : body),
    note: (body) =>
      has(body, 'messages') && has(body, 'tools')
        ? 'Through this API the model calls functions only without reasoning: its effort was set to "none".'
        : undefined,
  },
  /** Summaries are for models that reason, and for verified accounts. */
  summary: {
    isRefused: ({ reasoning }, refusal) =>
      isObject(reasoning) && has(reasoning, 'summary') && isAbout('summar(?:y|ies)', refusal),
    apply: (body) => (isObject(body.reasoning) ? { ...body, reasoning: without(body.reasoning, 'summary') } : body),
    note: () => undefined,
  },
  /** Reasoning of another account, region or model can't be read by this one. */
  items: {
    isRefused: (body, { message }) => hasItems(body) && /encrypted|\breasoning\b.{0,40}\bitem|\brs_/is.test(message),
    apply: (body) =>
      Array.isArray(body.input) ? { ...body, input: body.input.filter((item: Json) => !isItem(item)) } : body,
    note: (body) =>
      hasItems(body) ? 'The endpoint did not accept the model’s earlier reasoning: it was left out.' : undefined,
  },
  /** Models without reasoning have none to give. */
  include: {
    isRefused: (body, refusal) =>
      has(body, 'include') && (isAbout('include', refusal) || /encrypted/i.test(refusal.message)),
    apply: (body) => without(body, 'include'),
    note: () => undefined,
  },
} as const satisfies { readonly [name: string]: Concession }
type ConcessionName = keyof typeof CONCESSIONS

const NAMES = Object.keys(CONCESSIONS) as readonly ConcessionName[] // the keys of CONCESSIONS
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 422])

/** How one model is asked otherwise than a body says, because its endpoint refused that before. */
export class Concessions {
  readonly #made: Set<ConcessionName>

  constructor(made: readonly ConcessionName[] = []) {
    this.#made = new Set(made)
  }

  /** Whether another try makes sense: from now on one more thing is asked otherwise. */
  learn(body: JsonObject, refusal: EndpointFailure): boolean {
    if (!REFUSALS.has(refusal.status)) return false
    const found = NAMES.find((name) => !this.#made.has(name) && CONCESSIONS[name].isRefused(body, refusal))
    if (found === undefined) return false
    this.#made.add(found)
    return true
  }

  apply(body: JsonObject): JsonObject {
    let changed = body
    for (const name of this.#made) changed = CONCESSIONS[name].apply(changed)
    return changed
  }

  notes(body: JsonObject): readonly string[] {
    return [...this.#made].flatMap((name) => CONCESSIONS[name].note(body) ?? [])
  }
}
