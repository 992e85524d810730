import type { Model } from '../model.ts'
import type { SimulatedOptions } from './simulated-options.ts'

/**
 * The simulated model (docs/contract/protocol.md#the-simulated-model): deterministic, no language model behind it, sees only what a real model would
 * be sent. Throws ModelError `model.refused` with the place that nothing satisfies.
 */
export const createSimulatedModel = ({ pace = 1, sleep }: SimulatedOptions): Model => ({
  name: 'simulated',
  simulated: true,
  endpoint: 'simulated',
  // It needs no enforced subset, and bounds that lowering would turn into words stay bounds.
  capabilities: { structured: true, strict: false, tools: true },
  async *ask(body, asked) {
    // Most programs bring a model of their own: what knows how to answer is loaded by the first that does not.
    const { answerSimulated } = await import('./answer-simulated.ts')
    yield* answerSimulated(body, asked, { pace, sleep })
  },
})
