import type { ChatBody, ModelUsage } from './model.ts'

const CHARACTERS_PER_TOKEN = 4

/** Usage where the endpoint gave none: about four characters a token, marked as an estimate. */
export const estimateUsage = (body: ChatBody, outputCharacters: number): ModelUsage => ({
  inputTokens: Math.ceil(JSON.stringify(body).length / CHARACTERS_PER_TOKEN),
  outputTokens: Math.ceil(outputCharacters / CHARACTERS_PER_TOKEN),
  cachedTokens: 0,
  reasoningTokens: 0,
  estimated: true,
})
