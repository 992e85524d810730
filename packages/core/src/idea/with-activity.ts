import { isObject, type JsonObject } from '../schema/json.ts'
import { contextTools } from './context-tools.ts'
import type { Idea, LoadedIdea } from './idea.ts'

/**
 * The Idea with one of its Tools worked in another way: by that Activity, or by the model itself where it is `""`
 * (docs/contract/protocol.md#activities, an authored name wins). A shared Tool then stands in the Idea. Undefined where it has no such Tool.
 */
export function withActivity({ idea, tools }: LoadedIdea, name: string, activity: string): Idea | undefined {
  const found = contextTools(idea.context, tools).tools.find((tool) => tool.name === name)
  if (found === undefined) return undefined
  const own = { ...withoutActivity(found.schema), _activity: activity }
  return {
    ...idea,
    context: idea.context.map((message) =>
      message === found.message && message.type === 'tool'
        ? { ...message, tool: { ...message.tool, [name]: own } }
        : message,
    ),
  }
}

/** `_activity` may stand at the root or as a property. */
const withoutActivity = (schema: JsonObject): JsonObject => {
  const { _activity: _root, properties, ...rest } = schema
  if (!isObject(properties)) return { ...rest, ...(properties !== undefined && { properties }) }
  const { _activity: _property, ...others } = properties
  return { ...rest, properties: others }
}
