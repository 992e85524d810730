import type { Json, JsonSchema } from '../schema/json.ts'
import { fromInput } from './from-input.ts'
import type { Idea } from './idea.ts'
import type { Message } from './message.ts'

type InputMessage = Message & { readonly type: 'input' }

/** The Message that holds an Idea's input: the first of type `input` that belongs to no instance. */
const inputMessage = (idea: Idea): InputMessage | undefined =>
  idea.context.find((message): message is InputMessage => message.type === 'input' && message._instance === undefined)

/** The schema of an Idea's input; undefined where it takes none. */
export const inputSchemaOf = (idea: Idea): JsonSchema | undefined => inputMessage(idea)?.schema

/** The form's initial value: the Message's `input`. */
export const inputDefaultOf = (idea: Idea): Json | undefined => inputMessage(idea)?.input

/** The context with this input in place, or appended. `note`: docs/contract/protocol.md#modules. */
export function withInput(idea: Idea, input: Json, note?: string): readonly Message[] {
  const declared = inputMessage(idea)
  const filled: InputMessage = { ...(declared ?? { type: 'input' }), input, ...(note !== undefined && { note }) }
  const context = fromInput(idea.context, input)
  if (declared === undefined) return [...context, filled]
  return context.map((message) => (message === declared ? filled : message))
}
