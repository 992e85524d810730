import { isObject, type Json, type JsonSchema } from '../../schema/json.ts'
import type { Asked } from './asked.ts'
import type { Candidate } from './context-values.ts'
import { ABOUT_ACTS, MILD, type Verb } from './lexicon.ts'
import type { SeenTool } from './read-request.ts'
import { propertiesOf, requiredOf, valueSchema } from './schema-view.ts'
import { acts, imperatives, infinitives, meanings } from './verbs.ts'
import { foldName, splitWords, stemOf, stemsOf } from './words.ts'

/** The words of a Tool's own name: of `server__list_files` those after the server's. */
export const nameWords = ({ name }: SeenTool): readonly string[] => splitWords(name.split('__').at(-1) ?? name)

/** A Tool's action, by its name or its description's first word; undefined if neither is known. */
export const verbOf = (tool: SeenTool): Verb | undefined => {
  const names = nameWords(tool)
  const isStatement = names.some((word) => ABOUT_ACTS.has(word))
  const [first = ''] = names
  const leading = isStatement ? imperatives(first).find(({ changes }) => !changes) : imperatives(first)[0]
  if (leading !== undefined) return leading
  const [described] = meanings(splitWords(tool.description)[0] ?? '')
  if (described !== undefined && (tool.needsApproval || !MILD.has(described.id))) return described
  return isStatement ? undefined : names.flatMap(imperatives)[0]
}

/** Whether it changes something, as far as a model can see: by its verb, or because a person must confirm it. */
export const changesSomething = (tool: SeenTool): boolean => {
  const verb = verbOf(tool)
  if (verb === undefined) return tool.needsApproval
  return verb.changes && (!tool.isLatent || tool.needsApproval)
}

/** Whether the text asks for exactly what the Tool does, or calls it by its name. */
export const isVerbAsked = (tool: SeenTool, { wanted }: Asked): boolean => {
  const verb = verbOf(tool)
  const own = [...nameWords(tool).slice(0, 1), ...splitWords(tool.description).slice(0, 1)]
  const isOwn = (word: string): boolean =>
    own.includes(word) || (own.map(stemOf).includes(stemOf(word)) && !/(?:ing|ed)$/u.test(word))
  return wanted.some(
    (word) =>
      word === tool.name ||
      isOwn(word) ||
      (verb !== undefined && [...imperatives(word), ...infinitives(word), ...acts(word)].includes(verb)),
  )
}

/** A required choice that no word decides: changes never hit a random target. Undefined if all is named. */
export const unnamedChoice = (tool: SeenTool, asked: Asked, given: readonly Candidate[]): string | undefined => {
  const words = stemsOf(asked.text)
  const isNamed = (option: Json): boolean =>
    typeof option !== 'string' || [...stemsOf(option)].some((stem) => words.has(stem))
  return requiredOf(tool.schema).find((name) => {
    const options = optionsOf(propertiesOf(tool.schema)[name], tool)
    if (name.startsWith('_') || options.length < 2) return false
    return !options.some(isNamed) && !given.some((candidate) => foldName(candidate.name) === foldName(name))
  })
}

const optionsOf = (property: JsonSchema | undefined, { root }: SeenTool): readonly Json[] => {
  const { schema } = valueSchema(property ?? true, root)
  return isObject(schema) && Array.isArray(schema.enum) && schema.default === undefined ? schema.enum : []
}
