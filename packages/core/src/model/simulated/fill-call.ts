import { isObject, type Json, type JsonObject, type JsonSchema } from '../../schema/json.ts'
import type { Candidate, ReadablePath } from './context-values.ts'
import { fillValue } from './fill-values.ts'
import type { FillContext } from './known-values.ts'
import { inOrder } from './in-order.ts'
import type { PastCall } from './read-conversation.ts'
import type { SeenTool } from './read-request.ts'
import { isAboutReference, namedParameter } from './repair.ts'
import { offersNull, propertiesOf, requiredOf, valueSchema } from './schema-view.ts'
import { seeded } from './seeded.ts'
import { countShared, splitWords, stemOf } from './words.ts'

export interface CallContext {
  readonly seed: string
  readonly candidates: readonly Candidate[]
  readonly references: readonly ReadablePath[]
  readonly isLowered: boolean
  readonly subject: readonly string[]
  readonly barred: readonly string[]
  /** The request, in its own words. */
  readonly echo: string
  readonly said: readonly string[]
  /** The words of the request that chose the Tool. */
  readonly reasons: readonly string[]
  readonly outputPath: string | undefined
  readonly instance: string | undefined
  /** The Call that failed and is repaired now. */
  readonly previous: PastCall | undefined
}

/** One Call of a Tool: every property in the schema's order. Throws Unsatisfiable with the place. */
export const fillCall = (tool: SeenTool, context: CallContext): JsonObject => {
  const required = new Set(requiredOf(tool.schema))
  const filled: Record<string, Json> = {}
  for (const [name, schema] of Object.entries(propertiesOf(tool.schema))) {
    const value = fillProperty(tool, name, schema, required.has(name), context)
    if (value !== undefined) filled[name] = value
    else if (required.has(name) && offersNull(schema, tool.root)) filled[name] = null
  }
  return inOrder(filled, propertiesOf(tool.schema), tool.root)
}

const fillProperty = (
  tool: SeenTool,
  name: string,
  schema: JsonSchema,
  required: boolean,
  context: CallContext,
): Json | undefined => {
  const { schema: wanted } = valueSchema(schema, tool.root)
  const { echo, ...known } = context
  const fill: FillContext = { ...known, root: tool.root }
  const path = `${tool.name}.${name}`
  switch (name) {
    case '_outputPath':
      return context.outputPath
    case '_instance':
      return context.instance ?? fillValue(schema, { path, required }, fill)
    case '_reasoningForCall':
      return isObject(wanted) && wanted.type === 'string' && wanted.const === undefined
        ? reasonFor(tool, context)
        : fillValue(schema, { path, required }, fill)
    case '_imports':
    case '_module':
      return chooseOpen(wanted, path, context) ?? fillValue(schema, { path, required }, fill)
    case '_output': {
      if (!tool.isLatent) return undefined
      const segment = context.outputPath?.split('.').at(-1)
      return fillValue(
        wanted,
        { path, required: true, ...(segment === undefined ? {} : { name: segment }) },
        { ...fill, references: [], echo },
      )
    }
    default:
      return fillValue(schema, parameterPlace(tool, name, path, required, context), fill)
  }
}

/** A parameter; the one that an error named gets another value, and one if it had none. */
const parameterPlace = (tool: SeenTool, name: string, path: string, required: boolean, { previous }: CallContext) => {
  const isNamed = previous !== undefined && namedParameter(tool, previous) === name
  const isReference = previous !== undefined && isAboutReference(previous)
  const refused = isNamed && !isReference ? previous.call[name] : undefined
  return {
    path,
    name,
    required: required || (isNamed && refused === undefined && !isReference),
    isParameter: true,
    ...(refused === undefined ? {} : { not: refused }),
  }
}

/** The open values of a meta field that share words with the request: one of an enum, some of a list; else by seed. */
const chooseOpen = (schema: JsonSchema, path: string, { seed, subject }: CallContext): Json | undefined => {
  if (!isObject(schema)) return undefined
  const stems = new Set(subject.map(stemOf))
  const scoreOf = (option: Json): number => countShared(new Set(splitWords(String(option)).map(stemOf)), stems)
  if (Array.isArray(schema.enum)) {
    const most = Math.max(0, ...schema.enum.map(scoreOf))
    return seeded(`${seed}/${path}`).pick(schema.enum.filter((option: Json) => scoreOf(option) === most))
  }
  const items = isObject(schema.items) ? schema.items.enum : undefined
  if (!Array.isArray(items)) return undefined
  const matching = items.filter((option: Json) => scoreOf(option) > 0)
  return matching.length > 0 ? matching : items
}

const reasonFor = (tool: SeenTool, { reasons, previous }: CallContext): string => {
  if (previous !== undefined) return `Called again: ${previous.error?.message ?? 'the last Call failed'}`
  if (reasons.length === 0) return `Simulated: ${tool.name} is needed for the answer.`
  return `Simulated: the request speaks of ${reasons.join(', ')}.`
}
