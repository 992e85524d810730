import { EnsembleError } from '../schema/ensemble-error.ts'
import { hasOwn, isObject, type Json, type JsonObject, type JsonSchema, type Pointer } from '../schema/json.ts'
import { parsePointer } from '../schema/pointer.ts'

/** An expectation of a Run. `path` leads into its Outcome (outcome.ts); `""` is the whole. */
export type Expectation =
  /** The value there is the recorded one; with the path `""` moreover nothing at all is decided or asked differently. */
  | { readonly type: 'identical'; readonly path: Pointer }
  /** The value there is this one; the order of members does not count. */
  | { readonly type: 'equals'; readonly path: Pointer; readonly value: Json }
  /** The value there fits this JSON Schema. */
  | { readonly type: 'schema'; readonly path: Pointer; readonly schema: JsonSchema }
  /** The Run (`""`), or the Module that the Call there ran, called this Tool between `min` and `max` times. */
  | {
      readonly type: 'calls'
      readonly path: Pointer
      readonly tool: string
      readonly min?: number
      readonly max?: number
    }
  /** The value there compares so with this one; `contains`: a text holds a text, a list an item. */
  | { readonly type: 'compare'; readonly path: Pointer; readonly operator: Operator; readonly value: Json }
  /** The value there is at least so similar (similarity.ts) to this one, or to the recorded one. */
  | { readonly type: 'similar'; readonly path: Pointer; readonly value?: Json; readonly least: number }
  /** The code in `activities/NAME.sandbox.js` gives the value there at least this score; 1 unless given. */
  | { readonly type: 'code'; readonly path: Pointer; readonly activity: string; readonly least?: number }
  /**
   * An Idea gives the value there at least this score; 1 unless given (docs/contract/api.md#expectations). Its input is
   * `{ rubric?, input, value }`, its output has a `score` or a `verdict`.
   */
  | {
      readonly type: 'judge'
      readonly path: Pointer
      /** Its name. */
      readonly idea: string
      readonly rubric?: string
      readonly least?: number
    }
/** An Idea as a judge. */
export type JudgeExpectation = Extract<Expectation, { readonly type: 'judge' }>

export const OPERATORS = ['<', '<=', '>', '>=', '!=', 'contains'] as const
export type Operator = (typeof OPERATORS)[number]
/** By what a case tells whether a Run still does what it did. */
export type ExpectationType = Expectation['type']

/** `cases/NAME.json`: a recorded Run and what is expected of it (docs/contract/api.md#workspace-folder). */
export interface Case {
  readonly version: 1
  readonly title?: string
  readonly expect: readonly Expectation[]
  /** The Run as it was exported (docs/contract/api.md, export), without its files. */
  readonly run: JsonObject
}

const invalid = (path: Pointer, message: string): EnsembleError =>
  new EnsembleError('case.invalid', `The case cannot be read: ${message}`, { errors: [{ path, message }] })

/** Throws EnsembleError `case.invalid` with the place that is wrong. What `run` holds is verified where it is replayed. */
export const parseCase = (value: unknown): Case => {
  if (!isObject(value)) throw invalid('', 'it is not an object.')
  if (value['version'] !== 1) throw invalid('/version', '`version` must be 1.')
  if (!isObject(value['run'])) throw invalid('/run', '`run` must be an exported run.')
  const { title, run } = value
  if (title !== undefined && typeof title !== 'string') throw invalid('/title', '`title` must be a text.')
  // A JSON object, by the check above.
  return { version: 1, ...(title !== undefined && { title }), expect: parseExpectations(value['expect']), run }
}

/** Throws EnsembleError `case.invalid`. An empty list expects that nothing changes. */
export const parseExpectations = (value: unknown): readonly Expectation[] => {
  if (!Array.isArray(value)) throw invalid('/expect', '`expect` must be a list.')
  const items: readonly unknown[] = value
  return items.length === 0 ? [{ type: 'identical', path: '' }] : items.map(parseExpectation)
}

const MEMBERS: { readonly [type in ExpectationType]: readonly string[] } = {
  identical: [],
  equals: ['value'],
  schema: ['schema'],
  calls: ['tool', 'min', 'max'],
  compare: ['operator', 'value'],
  similar: ['value', 'least'],
  code: ['activity', 'least'],
  judge: ['idea', 'rubric', 'least'],
}
const isType = (value: unknown): value is ExpectationType => typeof value === 'string' && hasOwn(MEMBERS, value)

const parseExpectation = (value: unknown, index: number): Expectation => {
  const place = `/expect/${index}`
  if (!isObject(value)) throw invalid(place, 'an expectation is an object.')
  const { type, path = '' } = value
  if (!isType(type)) throw invalid(`${place}/type`, `\`type\` must be one of ${Object.keys(MEMBERS).join(', ')}.`)
  if (typeof path !== 'string' || parsePointer(path) === undefined)
    throw invalid(`${place}/path`, '`path` must be a JSON Pointer such as "" or "/output/title".')
  const strange = Object.keys(value).find((name) => !['type', 'path', ...MEMBERS[type]].includes(name))
  if (strange !== undefined) throw invalid(`${place}/${strange}`, `\`${type}\` has no member \`${strange}\`.`)
  switch (type) {
    case 'identical':
      return { type, path }
    case 'equals':
      if (value['value'] === undefined) throw invalid(`${place}/value`, '`equals` needs a `value`.')
      return { type, path, value: value['value'] }
    case 'schema': {
      const { schema } = value
      if (typeof schema !== 'boolean' && !isObject(schema))
        throw invalid(`${place}/schema`, '`schema` needs a JSON Schema.')
      return { type, path, schema: schema as JsonSchema } // an object or a boolean is a schema, valid or not
    }
    case 'calls':
      return { type, path, ...parseCalls(value, place) }
    case 'compare':
      return { type, path, ...parseCompare(value, place) }
    case 'similar':
      return {
        type,
        path,
        ...(value['value'] !== undefined && { value: value['value'] }),
        least: leastOf(value, place) ?? 0.8,
      }
    case 'code':
      return { type, path, activity: nameOf(value, 'activity', place), ...parseLeast(value, place) }
    case 'judge': {
      const { rubric } = value
      if (rubric !== undefined && typeof rubric !== 'string')
        throw invalid(`${place}/rubric`, '`rubric` must be a text.')
      const idea = nameOf(value, 'idea', place)
      return { type, path, idea, ...(rubric !== undefined && { rubric }), ...parseLeast(value, place) }
    }
  }
}

const parseCompare = (value: JsonObject, place: Pointer): { operator: Operator; value: Json } => {
  const operator = OPERATORS.find((each) => each === value['operator'])
  if (operator === undefined) throw invalid(`${place}/operator`, `\`operator\` must be one of ${OPERATORS.join(' ')}.`)
  const { value: than } = value
  if (than === undefined) throw invalid(`${place}/value`, '`compare` needs a `value`.')
  const isOrder = operator.startsWith('<') || operator.startsWith('>')
  if (isOrder && typeof than !== 'number' && typeof than !== 'string')
    throw invalid(`${place}/value`, `\`${operator}\` needs a number or a text as its \`value\`.`)
  return { operator, value: than }
}

const nameOf = (value: JsonObject, member: 'activity' | 'idea', place: Pointer): string => {
  const name = value[member]
  if (typeof name === 'string' && /^[A-Za-z][\w-]*$/.test(name)) return name
  throw invalid(`${place}/${member}`, `\`${value['type']}\` needs the name of an \`${member}\`.`)
}

const leastOf = ({ least }: JsonObject, place: Pointer): number | undefined => {
  if (least === undefined || (typeof least === 'number' && least >= 0 && least <= 1)) return least
  throw invalid(`${place}/least`, '`least` must be a number from 0 to 1.')
}

const parseLeast = (value: JsonObject, place: Pointer): { least?: number } => {
  const least = leastOf(value, place)
  return least === undefined ? {} : { least }
}

const parseCalls = (value: JsonObject, place: Pointer): { tool: string; min?: number; max?: number } => {
  const { tool, min, max } = value
  if (typeof tool !== 'string' || tool === '') throw invalid(`${place}/tool`, '`calls` needs the name of a `tool`.')
  const isCount = (count: Json | undefined): count is number | undefined =>
    count === undefined || (typeof count === 'number' && Number.isInteger(count) && count >= 0)
  if (!isCount(min)) throw invalid(`${place}/min`, '`min` must be a count.')
  if (!isCount(max)) throw invalid(`${place}/max`, '`max` must be a count.')
  return { tool, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}
