import { estimateUsage } from '../estimate-usage.ts'
import { ModelError, type AskOptions, type ChatBody, type ModelDelta } from '../model.ts'
import { Unsatisfiable } from './budget.ts'
import { planAnswer, type Plan } from './plan-answer.ts'
import { readRequest } from './read-request.ts'
import { hashText } from './seeded.ts'
import type { SimulatedOptions } from './simulated-options.ts'
import { pauseOf, toDeltas } from './stream.ts'

/** One answer of the simulated model, piece by piece. Throws ModelError `model.refused` where nothing satisfies a schema. */
export async function* answerSimulated(
  body: ChatBody,
  { signal, seed }: AskOptions,
  { pace, sleep }: Required<SimulatedOptions>,
): AsyncGenerator<ModelDelta> {
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
}
