import type { Capabilities, ModelDelta } from '../src/model/model.ts'
import type { Json, JsonObject } from '../src/schema/json.ts'

export type TestWire = 'structured' | 'tools'
export const TEST_WIRES: readonly TestWire[] = ['structured', 'tools']

/** What an endpoint can do that speaks this wire alone. */
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

/** The pieces by which an answer comes on one wire, finish and all. An output that is no object travels in one. */
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
