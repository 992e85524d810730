import type { Model } from '../model.ts'
import type { SimulatedOptions } from './simulated-options.ts'

/**
 * The simulated model (docs/contract/protocol.md#the-simulated-model): deterministic, sees only the request. Throws
 * ModelError `model.refused`.
 */
export const createSimulatedModel = ({ pace = 1, sleep }: SimulatedOptions): Model => ({
  name: 'simulated',
  simulated: true,
  endpoint: 'simulated',
  // It needs no enforced subset, and bounds that lowering would turn into words stay bounds.
  capabilities: { structured: true, strict: false, tools: true },
  async *ask(body, asked) {
    // Most programs bring their own model: the answering code loads only for those without.
    const { answerSimulated } = await import('./answer-simulated.ts')
    yield* answerSimulated(body, asked, { pace, sleep })
  },
})
