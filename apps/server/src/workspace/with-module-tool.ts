import { type JsonObject, type Lifted, isObject } from '@ensemble/core'
import { hasOwn } from '@ensemble/core/host'

/** An Idea's file in which one module Tool stands where the first of the replaced Tools stood. */
export const withModuleTool = (
  content: JsonObject,
  name: string,
  { tool, replaced }: Pick<Lifted, 'tool' | 'replaced'>,
): JsonObject => {
  const context = Array.isArray(content['context']) ? content['context'] : []
  const added: JsonObject = { [name]: tool }
  let isAdded = false
  const changed = context.flatMap((message) => {
    if (!isObject(message) || message['type'] !== 'tool' || !isObject(message['tool'])) return [message]
    const tools = message['tool']
    if (!replaced.some((one) => hasOwn(tools, one))) return [message]
    const entries = Object.entries(tools).flatMap(([key, schema]): [string, unknown][] => {
      if (!replaced.includes(key)) return [[key, schema]]
      if (isAdded) return []
      isAdded = true
      return Object.entries(added)
    })
    return entries.length === 0 ? [] : [{ ...message, tool: Object.fromEntries(entries) as JsonObject }] // entries of JSON
  })
  return { ...content, context: isAdded ? changed : [...changed, { type: 'tool', tool: added }] }
}
