import { isObject, type Json, type JsonObject, type JsonSchema } from '../../schema/json.ts'
import { followReference } from '../../schema/pointer.ts'
import { mapSubschemas } from '../../tool/map-subschemas.ts'
import type { ToolSchema } from '../../tool/tool.ts'
import { isText, objectIn } from '../values.ts'

/** Bytes that a Tool takes in a Request, and characters of JSON that are checked of an answer. */
const MOST_TOOL = 4000
const MOST_RESULT = 4000
const MOST_DESCRIPTION = 600
/** Values that an enumeration may have where the whole is too long. */
const MOST_CHOICES = 40
/** Parts that are looked at for one schema before it counts as too long. */
const MOST_PARTS = 2000

/** A Tool that fits in a Request, and an answer that a file may hold; `isCut` where parts were left out. */
export const shorten = (schema: ToolSchema): { readonly schema: ToolSchema; readonly isCut: boolean } => {
  const { _result: result, ...properties } = objectIn(schema['properties'])
  const plain = withoutNotes({ ...schema, properties })
  const whole = {
    ...plain,
    ...(isText(schema.description) && { description: firstOf(schema.description, MOST_DESCRIPTION) }),
  }
  const tool = fitting(whole, MOST_TOOL, [200, 80, 0], lengthInRequest)
  const answer = result === undefined ? undefined : fitting(withoutNotes(asSchema(result)), MOST_RESULT, [0])
  return {
    schema: {
      ...tool.schema,
      ...(answer !== undefined && { properties: { ...objectIn(tool.schema['properties']), _result: answer.schema } }),
    },
    isCut: tool.isCut || answer?.isCut === true,
  }
}

const asSchema = (value: Json): JsonObject => (isObject(value) ? value : {})
/** With what strict mode adds to a part that may be missing: it may be null. */
const lengthOf = (value: Json, nullable = NULLABLE): number => {
  const text = JSON.stringify(value)
  return text.length + nullable * (text.split('"type":').length - 2)
}
const NULLABLE = 40

/** With what the composer adds to a Tool: its meta fields, and a reference next to each parameter that isn't a text. */
const lengthInRequest = (tool: Json, nullable = NULLABLE): number => {
  const others = Object.values(objectIn(objectIn(tool)['properties'])).filter(
    (each) => objectIn(each)['const'] === undefined && objectIn(each)['type'] !== 'string',
  )
  // The reference and null are alternatives of one list.
  return lengthOf(tool, nullable) + META_FIELDS + (REFERENCE - nullable) * others.length
}
const META_FIELDS = 250
const REFERENCE = 130

/** Examples and comments for other programs: models don't need them. */
const withoutNotes = (schema: JsonObject): JsonObject => {
  const notes = (one: JsonSchema): JsonSchema =>
    isObject(one)
      ? Object.fromEntries(
          Object.entries(mapSubschemas(one, notes)).filter(
            ([key]) => !key.startsWith('x-') && !['examples', 'example', 'externalDocs', 'xml'].includes(key),
          ),
        )
      : one
  return asSchema(notes(schema))
}

/** The same schema if it is short enough; else with shorter descriptions, then without its deeper parts. */
const fitting = (
  schema: JsonObject,
  most: number,
  descriptions: readonly number[],
  length: (schema: Json, nullable?: number) => number = lengthOf,
): { readonly schema: JsonObject; readonly isCut: boolean } => {
  if (length(schema) <= most) return { schema, isCut: false }
  let shorter = schema
  for (const characters of descriptions) {
    shorter = described(schema, characters)
    if (length(shorter) <= most) return { schema: shorter, isCut: false }
  }
  for (const depth of [5, 4, 3, 2, 1]) {
    const cut = cutAt(shorter, depth)
    if (cut !== undefined && length(cut) <= most) return { schema: cut, isCut: true }
  }
  const flat = flattened(cutAt(shorter, 1) ?? {})
  // Choices are worth more than room for the nulls of strict mode.
  if (length(flat, 0) <= most) return { schema: flat, isCut: true }
  return { schema: cutAt(shorter, 0) ?? {}, isCut: true }
}

/** With descriptions of at most so many characters inside; the schema's own stays. */
const described = (schema: JsonObject, most: number): JsonObject => {
  const inside = (one: JsonSchema): JsonSchema => {
    if (!isObject(one)) return one
    const { description, ...rest } = mapSubschemas(one, inside)
    return typeof description === 'string' && most > 0 ? { ...rest, description: firstOf(description, most) } : rest
  }
  return mapSubschemas(schema, inside)
}

/** Down to a depth, with what its references name in their place. Undefined where even that is too much. */
const cutAt = (root: JsonObject, deepest: number): JsonObject | undefined => {
  let count = 0
  const visit = (given: JsonSchema, depth: number): JsonSchema => {
    if (!isObject(given) || ++count > MOST_PARTS) return true
    const { $defs: _definitions, definitions: _older, ...one } = followed(given, root)
    if (depth > deepest) return typesOf(one)
    return withFewChoices(mapSubschemas(one, (inner) => visit(inner, depth + 1)))
  }
  const cut = visit(root, 0)
  return count > MOST_PARTS ? undefined : asSchema(cut)
}

/** Parameters without the members of objects and without defaults; their choices stay. */
const flattened = (schema: JsonObject): JsonObject =>
  mapSubschemas(schema, (one) => {
    if (!isObject(one)) return one
    const { default: _default, ...rest } = one
    return rest['properties'] === undefined ? rest : typesOf(rest)
  })

const followed = (schema: JsonObject, root: JsonObject): JsonObject => {
  let current = schema
  for (let hops = 0; hops < 16 && typeof current['$ref'] === 'string'; hops++) {
    const { $ref, ...rest } = current
    const target = followReference(root, String($ref))
    current = { ...(isObject(target) ? target : {}), ...rest }
  }
  const { $ref: _endless, ...rest } = current
  return rest
}

/** The rest of a part that is cut: its type and, for a constant, its value. */
const typesOf = ({ type, const: constant }: JsonObject): JsonObject => ({
  ...(type !== undefined && { type }),
  ...(constant !== undefined && { const: constant }),
})

const withFewChoices = (schema: JsonObject): JsonObject => {
  const { enum: choices, ...rest } = schema
  return Array.isArray(choices) && choices.length > MOST_CHOICES ? rest : schema
}

/** As many whole sentences as fit, else the beginning. */
const firstOf = (text: string, most: number): string => {
  const plain = text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim()
  if (plain.length <= most) return plain
  const start = plain.slice(0, most)
  const end = Math.max(start.lastIndexOf('. '), start.lastIndexOf('.\n'), start.lastIndexOf('\n\n'))
  return end > most / 3 ? start.slice(0, end + 1).trim() : `${start.trim()}…`
}
