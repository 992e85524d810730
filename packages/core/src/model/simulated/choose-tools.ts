import { isObject, type Json } from '../../schema/json.ts'
import type { SeenTool } from './read-request.ts'
import { propertiesOf } from './schema-view.ts'
import { contentWords, countShared, splitWords, stemOf, stemsOf } from './words.ts'

/**
 * Which Tools share words with the request, and which words (docs/contract/protocol.md#the-simulated-model): those of their names, descriptions and
 * examples. A word that names one Tool counts for that Tool; one that several share counts for those of them that share
 * most of the request, so that of look-alikes (`check_http`, `check_disk_usage`) only the one that is meant is chosen, and
 * of equals for those that say it in few words: a text that is twice as long shares by the way. A word that every Tool has
 * tells nothing apart.
 */
export const matchTools = (tools: readonly SeenTool[], request: string): ReadonlyMap<SeenTool, readonly string[]> => {
  const named = new Map(tools.map((tool) => [tool, new Set(splitWords(tool.name).map(stemOf))]))
  const known = new Map(tools.map((tool) => [tool, new Set([...stemsOf(textOf(tool)), ...(named.get(tool) ?? [])])]))
  const words = contentWords(request.replaceAll(ADDRESS, '$1'))
  const asked = new Set(words.map(stemOf))
  const common = new Map(tools.map((tool) => [tool, countShared(asked, known.get(tool) ?? new Set())]))
  const matched = new Map<SeenTool, string[]>()
  for (const word of words) {
    const stem = stemOf(word)
    const namers = tools.filter((tool) => named.get(tool)?.has(stem))
    const sharing = namers.length === 1 ? namers : tools.filter((tool) => known.get(tool)?.has(stem))
    if ((namers.length > 0 ? namers : sharing).length === tools.length && tools.length > 1) continue
    const most = Math.max(0, ...sharing.map((tool) => common.get(tool) ?? 0))
    const equals = sharing.filter((tool) => common.get(tool) === most)
    const wordsKnown = (tool: SeenTool): number => known.get(tool)?.size ?? 0
    const fewest = Math.min(...equals.map(wordsKnown))
    for (const tool of equals.filter((tool) => wordsKnown(tool) <= fewest * BY_THE_WAY))
      matched.set(tool, [...(matched.get(tool) ?? []), word])
  }
  return matched
}

/** A Tool whose text has so many times the words of another's has any word sooner. */
const BY_THE_WAY = 2

/** An address is a value: of its words only the scheme says what is asked for. */
const ADDRESS = /\b([a-z][a-z0-9+.-]*):\/\/\S+/giu

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
