import { isObject, type JsonObject } from '../schema/json.ts'
import { contextTools } from './context-tools.ts'
import type { Idea, LoadedIdea } from './idea.ts'

/** The Idea with one Tool rebound to an Activity, or to the model with `""`. Undefined if it has no such Tool. */
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

/** `_activity` may be at the root or a property. */
const withoutActivity = (schema: JsonObject): JsonObject => {
  const { _activity: _root, properties, ...rest } = schema
  if (!isObject(properties)) return { ...rest, ...(properties !== undefined && { properties }) }
  const { _activity: _property, ...others } = properties
  return { ...rest, properties: others }
}
