import { isObject, type Json } from '../../schema/json.ts'
import type { SeenTool } from './read-request.ts'
import { propertiesOf } from './schema-view.ts'
import { contentWords, splitWords, stemOf, stemsOf } from './words.ts'

/**
 * Which Tools share words with the request, and which words (PROTOCOL.md §10): those of their names, descriptions and
 * examples. A word that names a Tool counts for the Tools it names; a word that every Tool has tells nothing apart.
 */
export const matchTools = (tools: readonly SeenTool[], request: string): ReadonlyMap<SeenTool, readonly string[]> => {
  const named = new Map(tools.map((tool) => [tool, new Set(splitWords(tool.name).map(stemOf))]))
  const described = new Map(tools.map((tool) => [tool, stemsOf(textOf(tool))]))
  const matched = new Map<SeenTool, string[]>()
  for (const word of contentWords(request)) {
    const stem = stemOf(word)
    const namers = tools.filter((tool) => named.get(tool)?.has(stem))
    const sharing = namers.length > 0 ? namers : tools.filter((tool) => described.get(tool)?.has(stem))
    if (sharing.length === tools.length && tools.length > 1) continue
    for (const tool of sharing) matched.set(tool, [...(matched.get(tool) ?? []), word])
  }
  return matched
}

const textOf = ({ description, schema }: SeenTool): string => {
  const parameters = Object.entries(propertiesOf(schema)).filter(([name]) => !name.startsWith('_'))
  const examples = [schema, ...parameters.map(([, parameter]) => parameter)].map((part) =>
    isObject(part) ? wordsOf(part.examples) : '',
  )
  return [description, ...examples].join(' ')
}

/** Every string inside a value, as one text. */
export const wordsOf = (value: Json | undefined): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((item: Json) => wordsOf(item)).join(' ')
  return isObject(value) ? Object.values(value).map(wordsOf).join(' ') : ''
}
