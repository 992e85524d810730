import { isObject, type Json, type JsonObject } from '@ensemble/core'
import type { MessageView } from '../../document/texts/idea-view.ts'

const keysOf = (value: Json | undefined): readonly string[] => (isObject(value) ? Object.keys(value) : [])
const propertiesOf = (schema: Json | undefined): readonly string[] =>
  keysOf(isObject(schema) ? schema.properties : undefined)

const named = (messages: readonly MessageView[], type: string): readonly JsonObject[] =>
  messages.filter((each) => each.type === type).map(({ message }) => message)

/**
 * The caller's data, state and input with names in the target's input. Only offered: an edge passes chosen data alone.
 */
export function offeredImports(caller: readonly MessageView[], target: readonly MessageView[]): readonly string[] {
  const asked = new Set(named(target, 'input').flatMap(({ schema }) => propertiesOf(schema)))
  const inputs = named(caller, 'input').flatMap(({ schema, input }) => [...propertiesOf(schema), ...keysOf(input)])
  const states = named(caller, 'state').flatMap(({ schema, state }) => [...propertiesOf(schema), ...keysOf(state)])
  const kinds = named(caller, 'data').flatMap(({ kind }) => (typeof kind === 'string' ? [kind] : []))
  return [
    ...(inputs.some((name) => asked.has(name)) ? ['input'] : []),
    ...new Set(states.filter((name) => asked.has(name)).map((name) => `state:${name}`)),
    ...new Set(kinds.filter((name) => asked.has(name)).map((name) => `data:${name}`)),
  ]
}
