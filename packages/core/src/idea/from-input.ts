import { hasOwn, isObject, isPrototypeName, type Json } from '../schema/json.ts'
import type { Message } from './message.ts'

/** A `state` or `data` Message that takes its whole value from the Idea's input: `†input` or `†input.path`. */
const FROM_INPUT = /^†input(?:\.(.+))?$/su

/** The same context where Messages that refer to the input hold what it says; `data` that it says nothing of is left out. */
export const fromInput = (context: readonly Message[], input: Json): readonly Message[] =>
  context.some(refersToInput) ? context.flatMap((message) => filled(message, input)) : context

const referenceIn = (message: Message): RegExpExecArray | null => {
  const value = message.type === 'state' ? message.state : message.type === 'data' ? message.data : undefined
  return typeof value === 'string' ? FROM_INPUT.exec(value) : null
}
const refersToInput = (message: Message): boolean => referenceIn(message) !== null

const filled = (message: Message, input: Json): readonly Message[] => {
  const found = referenceIn(message)
  if (found === null) return [message]
  const value = valueAt(input, found[1]?.split('.') ?? [])
  if (message.type === 'state') {
    const { state: _reference, ...rest } = message
    return [value === undefined ? rest : { ...rest, state: value }]
  }
  return message.type === 'data' && value !== undefined ? [{ ...message, data: value }] : []
}

const valueAt = (input: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (value, name) => (isObject(value) && !isPrototypeName(name) && hasOwn(value, name) ? value[name] : undefined),
    input,
  )
