import { questionLength } from './file-parts.ts'
import type { ChatBody, ModelUsage } from './model.ts'

const CHARACTERS_PER_TOKEN = 4

/**
 * Usage where the endpoint gave none: about four characters a token, marked as an estimate. `reasoning` counts the
 * characters that were thought aloud, which are paid for like the `answered` ones; files count for nothing.
 */
export const estimateUsage = (body: ChatBody, answered: number, reasoning = 0): ModelUsage => ({
  inputTokens: Math.ceil(questionLength(body) / CHARACTERS_PER_TOKEN),
  outputTokens: Math.ceil((answered + reasoning) / CHARACTERS_PER_TOKEN),
  cachedTokens: 0,
  reasoningTokens: Math.ceil(reasoning / CHARACTERS_PER_TOKEN),
  estimated: true,
})

/** What several tries of one Request took together; an estimate where one of them is. */
export const sumUsage = (one: ModelUsage | undefined, other: ModelUsage | undefined): ModelUsage | undefined =>
  one && other
    ? {
        inputTokens: one.inputTokens + other.inputTokens,
        outputTokens: one.outputTokens + other.outputTokens,
        cachedTokens: one.cachedTokens + other.cachedTokens,
        reasoningTokens: one.reasoningTokens + other.reasoningTokens,
        estimated: one.estimated || other.estimated,
      }
    : (one ?? other)
