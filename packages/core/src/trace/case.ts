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
  }
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
