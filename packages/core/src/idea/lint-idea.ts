import { isObject } from '../schema/json.ts'
import type { Json } from '../schema/json.ts'
import type { LintSeverities } from '../tool/lint-finding.ts'
import { toProblems } from '../tool/lint-finding.ts'
import type { Problem } from '../tool/problem.ts'
import type { Tool } from '../tool/tool.ts'
import { sharesWord, subjectsOf, wordsOf } from '../tool/words.ts'
import type { Idea } from './idea.ts'
import type { IdeaFinding } from './idea-finding.ts'
import { inputDefaultOf, inputSchemaOf } from './input.ts'
import { unknownInExamples } from './lint-examples.ts'

/** Properties of a whole Idea that make models choose wrongly. */
export const lintIdea = (
  idea: Idea,
  tools: readonly Tool[],
  severities: LintSeverities = {},
): readonly (Problem & IdeaFinding)[] =>
  toProblems([...unrelated(idea, tools), ...unknownInExamples(idea, tools), ...heated(idea, tools)], severities)

/** Below it, the examples are too few to say what people ask of the Idea: one asks for one thing. */
const FEWEST_EXAMPLES = 3

/** Tools that share no word with the Idea's text or input examples. Needs several examples. */
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

const heated = ({ config }: Idea, tools: readonly Tool[]): readonly IdeaFinding[] => {
  if (tools.length === 0 || config?.temperature === undefined || config.temperature <= 0) return []
  const message = `A temperature of ${config.temperature} makes the choice of Tools and their values a matter of chance.`
  return [{ code: 'lint.temperatureWithTools', path: '/config/temperature', message }]
}
