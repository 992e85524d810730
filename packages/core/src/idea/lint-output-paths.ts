import { isObject, type Json } from '../schema/json.ts'
import { nearestName } from '../schema/nearest-name.ts'
import type { DrawnIdea, DrawnTool } from './draw-ideas.ts'
import type { Message } from './message.ts'

/** An output path that leads to no place of the state, or a member that the result never has. */
export interface UnknownOutputPath {
  readonly drawn: DrawnTool
  readonly message: string
}

type State = Extract<Message, { readonly type: 'state' }>

/** Parts of `_outputPath` that match nothing: a place that the schema of the state lacks, a member that `_output` lacks. */
export const unknownOutputPaths = (idea: DrawnIdea): readonly UnknownOutputPath[] => {
  const context = idea.parsed.idea?.context ?? []
  const states = context.filter((message) => message.type === 'state')
  return idea.tools.flatMap((drawn) =>
    writtenBy(drawn).flatMap((text): readonly UnknownOutputPath[] => {
      return targetsIn(text).flatMap(({ segments, member, written }) => {
        const { name, output } = drawn.tool
        const place = states.length === 0 ? undefined : missingIn(segments, states)
        const part = member === undefined || output === undefined ? undefined : missing(member, output)
        return [
          place && `leads to ${written}, which the state of ${idea.name} never has. ${hintOf(place)}`,
          part && `takes ${member?.join('.')} of the result, which _output of ${name} never has. ${hintOf(part)}`,
        ].flatMap((fault) => (fault === undefined ? [] : [{ drawn, message: `The _outputPath of ${name} ${fault}` }]))
      })
    }),
  )
}

/** The targets of a path, as it is written: `†state.a && †state.b <- member`. */
const targetsIn = (text: string) =>
  text.split(/\|\||&&/u).flatMap((part) => {
    const [written = '', member] = part.split(/ <- /u).map((each) => each.trim())
    const segments = written.replace(/^†state\./u, '').split('.')
    return segments.includes('') ? [] : [{ written, segments, member: member?.split('.') }]
  })

const writtenBy = ({ tool: { outputPath } }: DrawnTool): readonly string[] => {
  if (outputPath === undefined || outputPath.type === 'free') return []
  const values: readonly Json[] = outputPath.type === 'const' ? [outputPath.value] : outputPath.values
  return values.filter((value): value is string => typeof value === 'string' && value !== '')
}

interface Missing {
  readonly name: string
  readonly known: readonly string[]
}

const hintOf = ({ name, known }: Missing): string => {
  const near = nearestName(name, known)
  return near === undefined ? `It has ${known.join(', ') || 'nothing'}.` : `Did you mean ${near}?`
}

/** One of several states is enough: by its schema, or by its first values. */
function missingIn(segments: readonly string[], states: readonly State[]): Missing | undefined {
  const found = states.map(({ schema, state }) => missing(segments, schema ?? true, state))
  return found.includes(undefined) ? undefined : found[0]
}

/** The first name that a schema which lists its members lacks; undefined where every name may be. */
function missing(segments: readonly string[], schema: Json, value?: Json): Missing | undefined {
  const [name, ...rest] = segments
  if (name === undefined || !isObject(schema) || OPEN.some((keyword) => schema[keyword] !== undefined)) return undefined
  const { properties, additionalProperties = false } = schema
  if (!isObject(properties) || additionalProperties !== false) return undefined
  const own = isObject(value) ? value[name] : undefined
  const next = properties[name]
  if (next === undefined) return own === undefined ? { name, known: Object.keys(properties) } : undefined
  return missing(rest, next, own)
}

const OPEN = ['patternProperties', '$ref', 'allOf', 'anyOf', 'oneOf', 'if']
