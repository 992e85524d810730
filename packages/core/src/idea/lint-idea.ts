import { isObject } from '../schema/json.ts'
import type { Json } from '../schema/json.ts'
import { nearestName } from '../schema/nearest-name.ts'
import type { Finding, LintSeverities } from '../tool/lint-finding.ts'
import { toProblems } from '../tool/lint-finding.ts'
import type { Problem } from '../tool/problem.ts'
import type { Tool } from '../tool/tool.ts'
import { sharesWord, subjectsOf, wordsOf } from '../tool/words.ts'
import type { Idea } from './idea.ts'
import { inputDefaultOf, inputSchemaOf } from './input.ts'
import type { Message } from './message.ts'

/** Findings about a Tool point into its schema, the others into the Idea's Message or, without one, the Idea. */
export interface IdeaFinding extends Finding {
  readonly message: string
  readonly at?: Message
}

/** What of an Idea as a whole makes models choose wrongly. */
export const lintIdea = (
  idea: Idea,
  tools: readonly Tool[],
  severities: LintSeverities = {},
): readonly (Problem & IdeaFinding)[] =>
  toProblems([...unrelated(idea, tools), ...unknownInExamples(idea, tools), ...heated(idea, tools)], severities)

/** Below it, the examples are too few to say what people ask of the Idea: one asks for one thing. */
const FEWEST_EXAMPLES = 3

/**
 * Tools in whose words nobody asks: they share none with any example of the input, nor with what the Idea says of
 * itself. Judged only where the Idea gives several examples.
 */
const unrelated = (idea: Idea, tools: readonly Tool[]): readonly IdeaFinding[] => {
  const schema = inputSchemaOf(idea)
  const examples = [...textsIn(inputDefaultOf(idea) ?? null), ...examplesIn(schema ?? true).flatMap(textsIn)]
  if (new Set(examples).size < FEWEST_EXAMPLES) return []
  const told = idea.context.flatMap((message) => (message.type === 'text' ? [message.text] : []))
  const words = subjectsOf([...examples, ...told, idea.description ?? ''].join(' '))
  return tools.flatMap((tool): readonly IdeaFinding[] => {
    const own = subjectsOf(`${tool.name} ${tool.title ?? ''} ${tool.description}`)
    if (wordsOf(tool.description).length === 0 || sharesWord(own, words)) return []
    const message = `The description of ${tool.name} shares no word with the Idea's example inputs or texts; say when to use it in the words people use.`
    return [{ code: 'lint.descriptionUnrelated', path: '/description', tool: tool.name, message }]
  })
}

const examplesIn = (schema: Json): readonly Json[] => {
  if (!isObject(schema)) return []
  const own = Array.isArray(schema.examples) ? schema.examples : []
  const properties = isObject(schema.properties) ? Object.values(schema.properties) : []
  return [...own, ...properties.flatMap(examplesIn)]
}

const textsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}

const NAMES_A_TOOL = [
  /"(?:_tool|tool)"\s*:\s*"([A-Za-z][\w-]{0,63})"/gu,
  /(?:\b[Cc]all|\b[Ii]nvoke|\b[Uu]se|[Вв]ыз[оы]в\p{L}*|[Ии]спользу\p{L}*)\s+(?:the\s+)?(?:tools?\s+|инструмент\p{L}*\s+)?`?([A-Za-z][a-z\d]*(?:[A-Z_]\w*)+)/gu,
]
/** A name as programs write it, which prose does not: `composeSong`, `compose_song`. */
const IDENTIFIER = /(?<![\w†.`/-])[a-z][a-z\d]*(?:[A-Z_][A-Za-z\d]*)+(?![\w.])/gu

/** Names in text Messages that are meant as Tools and are none of this Idea. */
const unknownInExamples = (idea: Idea, tools: readonly Tool[]): readonly IdeaFinding[] => {
  const names = tools.map(({ name }) => name)
  if (names.length === 0) return []
  const known = new Set([...names, ...tools.flatMap(({ parameters }) => Object.keys(propertiesOf(parameters)))])
  return idea.context.flatMap((message): readonly IdeaFinding[] => {
    if (message.type !== 'text') return []
    const text = message.text.replaceAll(/†[\p{L}\p{N}_.]+/gu, '')
    const meant = NAMES_A_TOOL.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))
    const misspelt = [...text.matchAll(IDENTIFIER)].map(([word]) => word).filter((word) => nearestName(word, names))
    return [...new Set([...meant, ...misspelt])]
      .filter((word) => !known.has(word))
      .map((word) => {
        const nearest = nearestName(word, names)
        const hint = nearest === undefined ? `It has ${names.join(', ')}.` : `Did you mean ${nearest}?`
        const says = `The text names the Tool ${word}, which this Idea does not have. ${hint}`
        return { code: 'lint.exampleUnknownTool', path: '/text', message: says, word, at: message }
      })
  })
}

const propertiesOf = (schema: Tool['parameters']) => (isObject(schema.properties) ? schema.properties : {})

const heated = ({ config }: Idea, tools: readonly Tool[]): readonly IdeaFinding[] => {
  if (tools.length === 0 || config?.temperature === undefined || config.temperature <= 0) return []
  const message = `A temperature of ${config.temperature} makes the choice of Tools and their values a matter of chance.`
  return [{ code: 'lint.temperatureWithTools', path: '/config/temperature', message }]
}
