import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { messagesOf } from '../document/idea-view.ts'

/** A schema within a file, with the pointer to it. */
export interface PlacedSchema {
  readonly pointer: string
  readonly schema: JsonObject
}

const escape = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1')

/** Every schema that a file holds: an Idea's input, output and Tools, or a shared Tool's own. */
export function schemasIn(value: Json | undefined, isIdea: boolean): readonly PlacedSchema[] {
  if (!isObject(value)) return []
  if (!isIdea) return [{ pointer: '', schema: value }]
  const found: PlacedSchema[] = []
  if (isObject(value.schema)) found.push({ pointer: '/schema', schema: value.schema })
  for (const { index, message } of messagesOf(value)) {
    if (isObject(message.schema)) found.push({ pointer: `/context/${index}/schema`, schema: message.schema })
    if (!isObject(message.tool)) continue
    for (const [name, entry] of Object.entries(message.tool))
      if (isObject(entry) && entry.$ref === undefined)
        found.push({ pointer: `/context/${index}/tool/${escape(name)}`, schema: entry })
  }
  return found
}
