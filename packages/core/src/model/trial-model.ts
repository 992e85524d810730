import { isObject } from '../schema/json.ts'
import type { ChatBody, Model, ModelDelta } from './model.ts'
import { estimateUsage } from './estimate-usage.ts'
import { readConversation } from './simulated/read-conversation.ts'

/** The name a trial's Idea asks for (trial.ts). */
export const TRIAL_MODEL = 'trial'
/** The kind of the data Message that holds the Call to make. */
export const TRIAL_KIND = 'trial'

/** Replaces the model when a person tries one Tool: it makes the given Call in the first turn and ends in the next. */
export const createTrialModel = (): Model => ({
  name: TRIAL_MODEL,
  simulated: true,
  endpoint: 'simulated',
  capabilities: { structured: true, strict: false, tools: true },
  async *ask(body, { signal }): AsyncIterable<ModelDelta> {
    signal.throwIfAborted()
    const text = answerTo(body)
    yield { type: 'text', text }
    yield { type: 'usage', usage: estimateUsage(body, text.length) }
    yield { type: 'finish', reason: 'stop' }
  },
})

const answerTo = ({ messages }: ChatBody): string => {
  const { blocks, past } = readConversation(messages)
  const given = blocks.find(({ kind, name }) => kind === 'data' && name === TRIAL_KIND)?.value
  const isMade = past.length > 0 || !isObject(given)
  return JSON.stringify({ calls: isMade ? [] : [given], output: isMade ? '' : null })
}
