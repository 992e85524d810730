import type { ProposedCall } from '../../call/judged-call.ts'
import { showUnread } from '../../model/shown-value.ts'
import type { EncodedRequest } from '../../model/wire.ts'
import { isObject, joinObjects, type Json, type JsonObject } from '../../schema/json.ts'
import { parseJson } from '../../schema/parse-json.ts'
import { isSameJson } from '../../schema/same-json.ts'

/** The Call as the model will see it among its earlier answers: parameters and the meta fields that were its to choose. */
export const shownCall = (call: ProposedCall): JsonObject => {
  let chosen: { [name: string]: Json } | undefined
  const meta = call.meta as unknown as JsonObject // strings and lists of strings
  for (const name in meta) {
    const value = meta[name]
    if (value !== undefined && isChosen(call, name, value)) (chosen ??= {})[name] = value
  }
  if (call.reasoning !== undefined) (chosen ??= {})._reasoningForCall = call.reasoning
  const whole = chosen === undefined ? call.parameters : joinObjects(chosen, call.parameters)
  return call.written === undefined ? whole : { ...whole, _output: call.written }
}

/** Fields with a single value were filled in for the model; `_tool` is shown all the same. */
const isChosen = ({ tool }: ProposedCall, name: string, value: Json): boolean => {
  const { properties } = tool.branch
  const offered = isObject(properties) ? properties[name] : undefined
  const only = isObject(offered) ? offered.const : undefined
  return name === '_tool' || only === undefined || !isSameJson(only, value)
}

/** A refused Call as the model will see it among its earlier answers. */
export const shownRefused = ({ openCall }: EncodedRequest, text: string): JsonObject | string => {
  const seen = showUnread(text)
  const parsed = parseJson(seen)
  return parsed.ok && isObject(parsed.value) ? (openCall?.(parsed.value) ?? parsed.value) : seen
}
