import type { JsonObject } from '../schema/json.ts'
import { dropKept, hasKept } from './chat-door.ts'
import type { EndpointFailure } from './endpoint-errors.ts'

/** A member of a body that an endpoint may refuse, and how it is asked then. */
interface Concession {
  readonly isRefused: (body: JsonObject, refusal: EndpointFailure) => boolean
  readonly apply: (body: JsonObject) => JsonObject
  /** In one sentence for people, where the question means something else now. */
  readonly note: (body: JsonObject) => string | undefined
}

const has = (body: JsonObject, name: string): boolean => body[name] !== undefined

const isAbout = (name: string, { param, message }: EndpointFailure): boolean =>
  param === name || new RegExp(`\\b${name}\\b`, 'i').test(message)

/** An option that an answer doesn't need (docs/contract/protocol.md#config). */
const dropped = (name: string): Concession => ({
  isRefused: (body, refusal) => has(body, name) && isAbout(name, refusal),
  apply: (body) => {
    const { [name]: _, ...rest } = body
    return rest
  },
  note: (body) => (has(body, name) ? `This model takes no ${name}: it was left out.` : undefined),
})

const LIMIT = 'max_completion_tokens'

/** By what they concede. */
const CONCESSIONS = {
  temperature: dropped('temperature'),
  seed: dropped('seed'),
  /** The older name, which many servers still read. */
  maxTokens: {
    isRefused: (body, refusal) => has(body, LIMIT) && isAbout(LIMIT, refusal),
    apply: ({ [LIMIT]: limit, ...body }) => (limit === undefined ? body : { ...body, max_tokens: limit }),
    note: () => undefined,
  },
  /** Some models call functions through Chat Completions only without reasoning. */
  noReasoning: {
    isRefused: (body, refusal) =>
      has(body, 'tools') && body.reasoning_effort !== 'none' && /reasoning_effort\b.*\bnone\b/is.test(refusal.message),
    apply: (body) => (has(body, 'tools') ? { ...body, reasoning_effort: 'none' } : body),
    note: (body) =>
      has(body, 'tools')
        ? 'Through this API the model calls functions only without reasoning: its effort was set to "none".'
        : undefined,
  },
  /** Reasoning of another account, region or model can't be read by this one. */
  kept: {
    isRefused: (body, { message }) =>
      hasKept(body.messages) && /encrypted|\breasoning.{0,20}\bitem|\brs_/i.test(message),
    apply: dropKept,
    note: (body) =>
      hasKept(body.messages)
        ? 'The endpoint did not accept the model’s earlier reasoning: it was left out.'
        : undefined,
  },
} as const satisfies { readonly [name: string]: Concession }
type ConcessionName = keyof typeof CONCESSIONS

const NAMES = Object.keys(CONCESSIONS) as readonly ConcessionName[] // the keys of CONCESSIONS
const REFUSALS = new Set([400, 422])

/** How one model is asked otherwise than a body says, because its endpoint refused that before. */
export class Concessions {
  readonly #made: Set<ConcessionName>

  constructor(made: readonly ConcessionName[] = []) {
    this.#made = new Set(made)
  }

  /** Whether another try makes sense: from now on one more thing is asked otherwise. */
  learn(body: JsonObject, refusal: EndpointFailure): boolean {
    if (!REFUSALS.has(refusal.status ?? 0)) return false
    const found = NAMES.find((name) => !this.#made.has(name) && CONCESSIONS[name].isRefused(body, refusal))
    if (found === undefined) return false
    this.#made.add(found)
    return true
  }

  apply(body: JsonObject): JsonObject {
    if (this.#made.size === 0) return body
    return [...this.#made].reduce((changed: JsonObject, name) => CONCESSIONS[name].apply(changed), body)
  }

  notes(body: JsonObject): readonly string[] {
    return this.#made.size === 0 ? NONE : [...this.#made].flatMap((name) => CONCESSIONS[name].note(body) ?? [])
  }
}

const NONE: readonly string[] = []
