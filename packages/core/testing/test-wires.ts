import type { Capabilities, ModelDelta } from '../src/model/model.ts'
import type { Json, JsonObject } from '../src/schema/json.ts'

export type TestWire = 'structured' | 'tools'
export const TEST_WIRES: readonly TestWire[] = ['structured', 'tools']

/** The capabilities of an endpoint with this wire alone. */
export const capabilitiesOf = (wire: TestWire): Capabilities => ({
  structured: wire === 'structured',
  strict: false,
  tools: wire === 'tools',
})

/** One answer as it is meant. */
export interface Meant {
  readonly calls?: readonly (readonly [tool: string, parameters: JsonObject])[]
  readonly output?: Json
}

/** The pieces of an answer on one wire, finish included. An output that isn't an object is one piece. */
export function sayOn(wire: TestWire, { calls = [], output = null }: Meant): readonly ModelDelta[] {
  const finish: ModelDelta = { type: 'finish', reason: 'stop' }
  if (wire === 'structured') {
    const solution = { calls: calls.map(([name, parameters]) => ({ _tool: name, ...parameters })), output }
    return [{ type: 'text', text: JSON.stringify(solution) }, finish]
  }
  const isWrapped = typeof output !== 'object' || Array.isArray(output)
  return [
    ...(output === null ? [] : [{ type: 'text' as const, text: JSON.stringify(isWrapped ? { output } : output) }]),
    ...calls.map(([name, parameters], index): ModelDelta => ({
      type: 'call',
      index,
      id: `id${index}`,
      name,
      argumentsDelta: JSON.stringify(parameters),
    })),
    finish,
  ]
}
