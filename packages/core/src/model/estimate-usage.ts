import { questionLength } from './file-parts.ts'
import type { ChatBody, ModelUsage } from './model.ts'

const CHARACTERS_PER_TOKEN = 4

/** Estimated usage: about four characters a token, `reasoning` like `answered`; files count for nothing. */
export const estimateUsage = (body: ChatBody, answered: number, reasoning = 0): ModelUsage => ({
  inputTokens: Math.ceil(questionLength(body) / CHARACTERS_PER_TOKEN),
  outputTokens: Math.ceil((answered + reasoning) / CHARACTERS_PER_TOKEN),
  cachedTokens: 0,
  reasoningTokens: Math.ceil(reasoning / CHARACTERS_PER_TOKEN),
  estimated: true,
})

/** The usage of several tries of one Request; an estimate if one of them is. */
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
