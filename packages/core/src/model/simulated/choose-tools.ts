import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { heardPlaces } from './heard-places.ts'
import { isMeasure, kindredOf, soundsLikePlace } from './kindred.ts'
import type { SeenTool } from './read-request.ts'
import type { Asked } from './asked.ts'
import { propertiesOf, valueSchema } from './schema-view.ts'
import { onlyLooks, requestKeys, toolKeys } from './word-keys.ts'
import { contentWords, splitWords, stemsOf, tokensOf } from './words.ts'

/**
 * The Tools that share words with the request, and which (docs/contract/protocol.md#the-simulated-model): words of
 * names, descriptions and examples. Shared words count for the Tools that share most, shorter text winning; words of
 * every Tool count for none. A sentence needs its subject, not only words that look (`check`) or name a value; `labels`
 * are words such as the name in a form.
 */
export const matchTools = (
  tools: readonly SeenTool[],
  { text, barred }: Asked,
  isSentence: boolean,
  labels: ReadonlySet<string> = new Set(),
): ReadonlyMap<SeenTool, readonly string[]> => {
  const named = new Map(tools.map((tool) => [tool, new Set(splitWords(tool.name).flatMap(toolKeys))]))
  const known = new Map(
    tools.map((tool) => [tool, new Set([...contentWords(textOf(tool)).flatMap(toolKeys), ...(named.get(tool) ?? [])])]),
  )
  const knows = (of: typeof known, tool: SeenTool, word: string): boolean => {
    const keys = of.get(tool)
    return requestKeys(word).some((key) => keys?.has(key))
  }
  const isNamed = (word: string): boolean => tools.some((tool) => knows(named, tool, word))
  const words = contentWords(text).filter((word) => !isMeasure(word) || isNamed(word))
  const around = [...new Set([...words, ...contentWords(barred)])]
  const common = new Map(tools.map((tool) => [tool, around.filter((word) => knows(known, tool, word)).length]))
  const heard = heardPlaces(text)
  const isNamedBy = (tool: SeenTool, word: string): boolean =>
    knows(named, tool, word) || (heard.has(word) && soundsLikePlace(tool.name))
  const matched = new Map<SeenTool, string[]>()
  for (const word of words) {
    const namers = tools.filter((tool) => isNamedBy(tool, word))
    const sharing = namers.length === 1 ? namers : tools.filter((tool) => knows(known, tool, word))
    if ((namers.length > 0 ? namers : sharing).length === tools.length && tools.length > 1) continue
    const most = Math.max(0, ...sharing.map((tool) => common.get(tool) ?? 0))
    const equals = sharing.filter((tool) => common.get(tool) === most)
    const wordsKnown = (tool: SeenTool): number => stemsOf(textOf(tool)).size
    const fewest = Math.min(...equals.map(wordsKnown))
    for (const tool of equals.filter((tool) => wordsKnown(tool) <= fewest * BY_THE_WAY))
      matched.set(tool, [...(matched.get(tool) ?? []), word])
  }
  if (!isSentence) return matched
  const isForeign = (word: string): boolean =>
    !labels.has(word) && !/\p{N}/u.test(word) && !tools.some((tool) => knows(known, tool, word))
  const speaksOfElse = words.some((word) => !onlyLooks(word) && isForeign(word))
  const isTelling = (tool: SeenTool, word: string): boolean =>
    saysWhat(tool, word) || (!speaksOfElse && isOwnVerb(tool, word))
  const telling = new Map([...matched].filter(([tool, found]) => found.some((word) => isTelling(tool, word))))
  return telling.size > 0 || speaksOfElse ? telling : matched
}

/** A word that only looks, or names a value, doesn't distinguish a request from a chat. */
const saysWhat = (tool: SeenTool, word: string): boolean => !onlyLooks(word) && !isValue(tool, word)

/** Parts of examples that aren't words: `web-02`, `google.com`. */
const valuesOf = (examples: Json | undefined): string =>
  tokensOf(wordsOf(examples))
    .filter((token) => /[^\p{L}]/u.test(token))
    .join(' ')

/** `check` names what `check_table` does, and `проверь` as well. */
const isOwnVerb = ({ name }: SeenTool, word: string): boolean => {
  const [verb = ''] = splitWords(name)
  const keys = toolKeys(verb)
  return onlyLooks(word) && requestKeys(word).some((key) => keys.includes(key))
}

/** One of those that a parameter lists or shows as an example, and that its Tool does not speak of otherwise. */
const isValue = (tool: SeenTool, word: string): boolean => {
  const keys = requestKeys(word)
  const has = (text: string): boolean =>
    contentWords(text)
      .flatMap(toolKeys)
      .some((key) => keys.includes(key))
  const properties = Object.values(propertiesOf(tool.schema)).map((property) => valueSchema(property, tool.root).schema)
  const listed = (read: (schema: JsonObject) => string): boolean =>
    properties.some((schema) => isObject(schema) && has(read(schema)))
  const isSpokenOf = (): boolean => has(`${tool.name} ${tool.description}`)
  return (
    listed((schema) => wordsOf(firstOf(schema.enum))) ||
    (listed((schema) => valuesOf(schema.examples)) && !isSpokenOf())
  )
}

/** A Tool whose text has so many times the words of another's has any word sooner. */
const BY_THE_WAY = 2

const textOf = ({ name, description, schema }: SeenTool): string => {
  const parameters = Object.entries(propertiesOf(schema)).filter(([name]) => !name.startsWith('_'))
  const examples = [schema, ...parameters.map(([, parameter]) => parameter)].map((part) =>
    isObject(part) ? wordsOf(part.examples) : '',
  )
  return [description, ...examples, kindredOf(name)].join(' ')
}

/** Every string inside a value, as one text. */
export const wordsOf = (value: Json | undefined): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((item: Json) => wordsOf(item)).join('\n')
  return isObject(value) ? Object.values(value).map(wordsOf).join('\n') : ''
}

/** Values of a longer list are data: reading all would block everything else. */
const MOST_LISTED = 1000
const firstOf = (values: Json | undefined): Json | undefined =>
  Array.isArray(values) ? values.slice(0, MOST_LISTED) : values
