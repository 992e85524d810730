import type { Composition } from '../request/composition.ts'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import { isWrappedOutput } from './output-format.ts'
import type { WireName } from '../idea/idea.ts'

/** The wire's text for a Solution `{ calls, output }`, as `decodeRaw` reads it (docs/contract/api.md, fork). */
export function textOfSolution(wire: WireName, composition: Composition, solution: Json): string {
  if (!isObject(solution)) return JSON.stringify(solution)
  const { calls: given, output = null } = solution
  const calls = Array.isArray(given) ? given.filter(isObject) : []
  const isText = composition.output === null && typeof output === 'string'
  if (wire !== 'tools') return isText && composition.tools.length === 0 ? output : JSON.stringify(solution)
  const asFormat = composition.output !== null && isWrappedOutput(composition.output) ? { output } : output
  const content = output === null ? null : isText ? output : JSON.stringify(asFormat)
  return JSON.stringify({ role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls.map(toToolCall) }) })
}

const toToolCall = ({ _tool, ...parameters }: JsonObject, index: number): JsonObject => ({
  id: `call_${index}`,
  type: 'function',
  function: { name: typeof _tool === 'string' ? _tool : '', arguments: JSON.stringify(parameters) },
})
