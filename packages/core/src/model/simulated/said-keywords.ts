import { isObject, type Json, type JsonObject } from '../../schema/json.ts'

const SAID = /\(((?:[A-Za-z]+: .+)+)\)$/s
const PART = /^([A-Za-z]+): (.+)$/s
const BOUNDS = new Set(
  'minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems examples default'.split(
    ' ',
  ),
)

/** A strict schema with the keywords restored that lowering put into words, `(minimum: 1; maximum: 9)`. */
export const withSaidKeywords = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map((part: Json) => withSaidKeywords(part))
  if (!isObject(schema)) return schema
  const own = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, withSaidKeywords(part)]))
  return typeof schema.description === 'string' ? { ...saidIn(schema.description), ...own } : own
}

const saidIn = (description: string): JsonObject => {
  const said: Record<string, Json> = {}
  let part = ''
  for (const piece of (SAID.exec(description)?.[1] ?? '').split('; ')) {
    part = part === '' ? piece : `${part}; ${piece}`
    const [, keyword, text] = PART.exec(part) ?? []
    if (keyword === undefined || text === undefined) continue
    try {
      const value = JSON.parse(text) as Json // JSON.parse yields Json
      if (BOUNDS.has(keyword)) said[keyword] = value
      part = ''
    } catch {
      // A text with "; " inside: the next piece belongs to it.
    }
  }
  return said
}
