import { hashJson } from '../schema/hash.ts'
import { hasOwn, type JsonObject } from '../schema/json.ts'
import { contextTools } from './context-tools.ts'
import type { Idea, LoadedIdea } from './idea.ts'
import { sharedToolName } from './parse-message.ts'

/** The Idea with shared Tools written in where `shared` differs: elsewhere or later it means the same. */
export function inlineTools({ idea, tools }: Pick<LoadedIdea, 'idea' | 'tools'>, shared: LoadedIdea['tools']): Idea {
  const isSame = (name: string): boolean => {
    const [before, now] = [tools[name], hasOwn(shared, name) ? shared[name] : undefined]
    return before === undefined || (now !== undefined && hashJson(before) === hashJson(now))
  }
  const found = new Map(contextTools(idea.context, tools).tools.map(({ name, schema }) => [name, schema]))
  return {
    ...idea,
    context: idea.context.map((message) => {
      if (message.type !== 'tool') return message
      const entries = Object.entries(message.tool).map(([name, entry]): [string, JsonObject] => {
        const reference = sharedToolName(entry)
        return [name, reference === undefined || isSame(reference) ? entry : (found.get(name) ?? entry)]
      })
      return { ...message, tool: Object.fromEntries(entries) }
    }),
  }
}
