import { isObject, type Json, type JsonObject, type JsonSchema } from '@ensemble/core'

const MOST_HOPS = 16

/** The schema that a local reference leads to; undefined where it leads out or nowhere. */
const followed = (root: JsonSchema, ref: string): JsonSchema | undefined => {
  if (!ref.startsWith('#')) return undefined
  let found: Json | undefined = root
  for (const part of decode(ref.slice(1)).split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(found)) found = (found as readonly Json[])[Number(key)]
    else found = found !== undefined && isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  return found !== undefined && (isObject(found) || typeof found === 'boolean') ? found : undefined
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * A schema as a form fills it: behind its references, with the parts of `allOf` put together, and with the one
 * alternative that isn't null. References that lead nowhere stay.
 */
export function plainSchema(schema: JsonSchema, root: JsonSchema, hops = 0): JsonSchema {
  if (!isObject(schema) || hops > MOST_HOPS) return schema
  const { $ref, allOf, anyOf, oneOf, ...own } = schema
  const target = typeof $ref === 'string' ? followed(root, $ref) : undefined
  if (target !== undefined) {
    const inner = plainSchema(target, root, hops + 1)
    return plainSchema({ ...(isObject(inner) ? inner : {}), ...without$ref(schema) }, root, hops + 1)
  }
  if (Array.isArray(allOf)) {
    const parts = allOf.map((part: Json) => plainSchema(isObject(part) ? part : true, root, hops + 1))
    return plainSchema(parts.reduce<JsonObject>(joined, without(schema, 'allOf')), root, hops + 1)
  }
  const alternatives = alternativesOf(schema, root)
  const [only] = alternatives
  if ((anyOf === undefined && oneOf === undefined) || alternatives.length !== 1 || only === undefined) return schema
  const inner = plainSchema(only, root, hops + 1)
  return isObject(inner) ? { ...inner, ...own } : own
}

const without = (schema: JsonObject, keyword: string): JsonObject => {
  const { [keyword]: _, ...rest } = schema
  return rest
}
const without$ref = (schema: JsonObject): JsonObject => without(schema, '$ref')

const joined = (whole: JsonObject, part: JsonSchema): JsonObject => {
  if (!isObject(part)) return whole
  const properties = {
    ...(isObject(whole.properties) ? whole.properties : {}),
    ...(isObject(part.properties) ? part.properties : {}),
  }
  const required = [...listOf(whole.required), ...listOf(part.required)]
  return {
    ...part,
    ...whole,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  }
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

const isNull = (schema: Json, root: JsonSchema): boolean => {
  const plain = isObject(schema) && typeof schema.$ref === 'string' ? followed(root, schema.$ref) : schema
  return plain !== undefined && isObject(plain) && plain.type === 'null'
}

/** The schemas of `oneOf` or `anyOf`, without null: an empty field leaves a value out. */
export const alternativesOf = (schema: JsonSchema, root: JsonSchema): readonly JsonSchema[] => {
  if (!isObject(schema)) return []
  const list = listOf(Array.isArray(schema.oneOf) ? schema.oneOf : schema.anyOf)
  return list
    .filter((one) => !isNull(one, root))
    .flatMap((one): JsonSchema[] => (isObject(one) || typeof one === 'boolean' ? [one] : []))
}

/** The schema of one alternative with what its holder says of every one: properties and required names. */
export const alternativeSchema = (schema: JsonObject, alternative: JsonSchema, root: JsonSchema): JsonSchema => {
  const { oneOf: _one, anyOf: _any, title: _title, description: _description, ...shared } = schema
  const plain = plainSchema(alternative, root)
  return isObject(plain) ? joined(shared, plain) : shared
}

/** How a chooser calls an alternative: its title, its definition, the one value that tells it apart, or its type. */
export function alternativeName(alternative: JsonSchema, root: JsonSchema, number: number): string {
  const plain = plainSchema(alternative, root)
  if (!isObject(plain)) return String(number)
  if (typeof plain.title === 'string' && plain.title !== '') return plain.title
  const told = Object.values(isObject(plain.properties) ? plain.properties : {}).flatMap((property) =>
    isObject(property) && typeof property.const === 'string' ? [property.const] : [],
  )
  if (told[0] !== undefined) return told[0]
  const ref = isObject(alternative) && typeof alternative.$ref === 'string' ? alternative.$ref.split('/').at(-1) : ''
  if (ref !== undefined && ref !== '' && ref !== '#') return decode(ref)
  if (plain.const !== undefined) return JSON.stringify(plain.const)
  return typeof plain.type === 'string' ? plain.type : String(number)
}

const typeOfValue = (value: Json): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Whether a value may be meant by an alternative: its type, and the values that it fixes. */
function mayBe(alternative: JsonSchema, root: JsonSchema, value: Json): boolean {
  const plain = plainSchema(alternative, root)
  if (!isObject(plain)) return plain
  if (plain.const !== undefined && JSON.stringify(plain.const) !== JSON.stringify(value)) return false
  const types = listOf(typeof plain.type === 'string' ? [plain.type] : plain.type)
  const own = typeOfValue(value)
  if (types.length > 0 && !types.includes(own) && !(own === 'number' && types.includes('integer'))) return false
  if (!isObject(value)) return true
  return Object.entries(isObject(plain.properties) ? plain.properties : {}).every(
    ([name, property]) =>
      !isObject(property) ||
      property.const === undefined ||
      value[name] === undefined ||
      JSON.stringify(property.const) === JSON.stringify(value[name]),
  )
}

/** The alternative that fits a value best: of those it may be, the one that declares most of its members. */
export function chosenAlternative(schema: JsonSchema, root: JsonSchema, value: Json | undefined): number {
  if (value === undefined) return -1
  const scores = alternativesOf(schema, root).map((alternative) => {
    if (!mayBe(alternative, root, value)) return -1
    const plain = plainSchema(alternative, root)
    const properties = isObject(plain) && isObject(plain.properties) ? plain.properties : {}
    return isObject(value) ? Object.keys(value).filter((name) => Object.hasOwn(properties, name)).length : 0
  })
  const best = Math.max(-1, ...scores)
  return best < 0 ? -1 : scores.indexOf(best)
}
