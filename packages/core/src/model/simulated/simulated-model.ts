import { estimateUsage } from '../estimate-usage.ts'
import { ModelError, type Model } from '../model.ts'
import { Unsatisfiable } from './fill-values.ts'
import { planAnswer, type Plan } from './plan-answer.ts'
import { readRequest } from './read-request.ts'
import { hashText } from './seeded.ts'
import { pauseOf, toDeltas } from './stream.ts'

export interface SimulatedOptions {
  /** 1 = as fast as a person can follow (the default), 0 = no delays. */
  readonly pace?: number
  /** Resolves after `ms`; rejects when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * The simulated model (PROTOCOL.md §10): deterministic, no language model behind it, sees only what a real model would
 * be sent. Throws ModelError `model.refused` with the place that nothing satisfies.
 */
export const createSimulatedModel = ({ pace = 1, sleep }: SimulatedOptions): Model => ({
  name: 'simulated',
  simulated: true,
  endpoint: 'simulated',
  // It needs no enforced subset, and bounds that lowering would turn into words stay bounds.
  capabilities: { structured: true, strict: false, tools: true },
  async *ask(body, { signal, seed }) {
    signal.throwIfAborted()
    const request = readRequest(body)
    const given = request.blocks.filter(({ kind }) => kind === 'input').map(({ value }) => value)
    let plan: Plan
    try {
      plan = planAnswer(request, hashText(JSON.stringify([seed, given, request.text])).toString(36))
    } catch (error) {
      if (!(error instanceof Unsatisfiable)) throw error
      const refusal = `The simulated model knows no value that fits ${error.place}.`
      yield { type: 'refusal', text: refusal }
      throw new ModelError('model.refused', refusal, { retryable: false })
    }
    let characters = 0
    for (const delta of toDeltas(plan, request)) {
      characters += delta.type === 'text' ? delta.text.length : delta.type === 'call' ? delta.argumentsDelta.length : 0
      if (pace > 0) await sleep(pauseOf(pace), signal)
      signal.throwIfAborted()
      yield delta
    }
    yield { type: 'usage', usage: estimateUsage(body, characters) }
    yield { type: 'finish', reason: request.wire === 'tools' && plan.calls.length > 0 ? 'tool_calls' : 'stop' }
  },
})
