import type { JsonObject } from '../../schema/json.ts'
import type { ModelDelta } from '../model.ts'
import { FINAL_OUTPUT } from '../output-format.ts'
import type { Plan } from './plan-answer.ts'
import type { SeenRequest } from './read-request.ts'

const PIECE_CHARACTERS = 24
/** Between two pieces at pace 1: about 800 characters a second, as fast as a person can follow. */
const PIECE_MS = 30

const pieces = (text: string): readonly string[] =>
  text.match(new RegExp(`[\\s\\S]{1,${PIECE_CHARACTERS}}`, 'gu')) ?? []

/** A plan as the deltas of the wire that asked, without usage and finish. */
export function* toDeltas(plan: Plan, request: SeenRequest): Generator<ModelDelta> {
  if (request.wire === 'tools') yield* toolDeltas(plan, request)
  else for (const text of pieces(structuredText(plan, request))) yield { type: 'text', text }
}

const structuredText = ({ calls, output }: Plan, request: SeenRequest): string => {
  if (!request.isEnvelope && typeof output === 'string') return output
  return JSON.stringify({ calls: calls.map(({ tool, call }) => ({ _tool: tool, ...call })), output: output ?? null })
}

function* toolDeltas({ calls, output }: Plan, request: SeenRequest): Generator<ModelDelta> {
  const made = calls.map(({ tool, call }) => ({ name: tool, argumentsText: JSON.stringify(withoutName(call)) }))
  if (output !== undefined && request.outputAsCall) {
    made.push({ name: FINAL_OUTPUT, argumentsText: JSON.stringify(output) })
  } else if (output !== undefined) {
    const text = request.output === undefined && typeof output === 'string' ? output : JSON.stringify(output)
    for (const piece of pieces(text)) yield { type: 'text', text: piece }
  }
  for (const [index, { name, argumentsText }] of made.entries()) {
    yield { type: 'call', index, id: `call_${request.past.length + index}`, name, argumentsDelta: '' }
    for (const piece of pieces(argumentsText)) yield { type: 'call', index, argumentsDelta: piece }
  }
}

const withoutName = ({ _tool, ...rest }: JsonObject): JsonObject => rest

/** Waits between pieces; `pace` 0 does not wait, 2 takes twice as long. */
export const pauseOf = (pace: number): number => Math.max(0, pace) * PIECE_MS
