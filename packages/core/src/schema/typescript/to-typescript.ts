import type { Json, JsonObject, JsonSchema } from '../json.ts'
import { isObject } from '../json.ts'
import { NARROWING_KEYWORDS } from '../narrowing-keywords.ts'
import { followReference } from '../pointer.ts'
import { typesOf } from '../types-of.ts'

/** The definitions of a schema as named types; what they are called is decided once per schema. */
interface Scope {
  readonly root: JsonSchema
  readonly names: ReadonlyMap<string, string>
  /** Parts that TypeScript can't express. */
  readonly lost: Set<string>
}

export interface TypeScriptTypes {
  /** The type itself, such as `{ readonly city: string }`. */
  readonly type: string
  /** Declarations of `$defs`, in order. */
  readonly declarations: readonly string[]
  /** Keywords that a type cannot say. */
  readonly lost: readonly string[]
}

/** A schema as a TypeScript type: descriptions as comments, definitions as types named with `prefix`. */
export const schemaToTypeScript = (schema: JsonSchema, prefix = ''): TypeScriptTypes => {
  const definitions = ['$defs', 'definitions'].flatMap((keyword) =>
    isObject(schema) && isObject(schema[keyword])
      ? Object.entries(schema[keyword]).map(([name, inner]) => [`#/${keyword}/${name}`, name, inner] as const)
      : [],
  )
  const names = new Map<string, string>()
  for (const [ref, name] of definitions) names.set(ref, uniqueName(prefix + pascal(name), new Set(names.values())))
  const scope: Scope = { root: schema, names, lost: new Set() }
  const declarations = definitions.map(
    ([ref, , inner]) => `${comment(inner, '')}export type ${names.get(ref) ?? ''} = ${typeText(inner, scope, '', 0)}`,
  )
  return { type: typeText(schema, scope, '', 0), declarations, lost: [...scope.lost] }
}

/** `render-part` → `RenderPart`. */
export const pascal = (name: string): string => {
  const joined = (name.match(/[\p{L}\p{N}]+/gu) ?? [])
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  return /^\p{L}/u.test(joined) ? joined : `T${joined}`
}

const uniqueName = (name: string, taken: ReadonlySet<string>): string => {
  let unique = name
  for (let number = 2; taken.has(unique); number++) unique = `${name}${number}`
  return unique
}

const DEEPEST = 32
/** Conditions, too: which type holds depends on the value. */
const UNSAID = [...NARROWING_KEYWORDS, 'if', 'dependentSchemas', 'patternProperties']

const typeText = (schema: Json, scope: Scope, indent: string, depth: number): string => {
  if (schema === false) return 'never'
  if (!isObject(schema) || depth > DEEPEST) return 'unknown'
  for (const keyword of UNSAID) if (schema[keyword] !== undefined) scope.lost.add(keyword)
  const inner = (part: Json): string => typeText(part, scope, indent, depth + 1)
  if (typeof schema.$ref === 'string') return referenceText(schema.$ref, scope, indent, depth)
  if (schema.const !== undefined) return literal(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal))
  const parts: string[] = []
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const alternatives = schema[keyword]
    if (Array.isArray(alternatives)) parts.push(union(alternatives.map(inner)))
  }
  if (Array.isArray(schema.allOf)) parts.push(...schema.allOf.map(inner))
  const types = typesOf(schema)
  const hasOwnType = isObject(schema.properties) || (parts.length === 0 && types.length > 0)
  if (hasOwnType)
    parts.unshift(
      union((types.length > 0 ? types : ['object']).map((type) => ofType(type, schema, scope, indent, depth))),
    )
  const said = parts.filter((part) => part !== 'unknown')
  return said.length === 0 ? 'unknown' : said.length === 1 ? (said[0] ?? '') : said.map(grouped).join(' & ')
}

const referenceText = (ref: string, scope: Scope, indent: string, depth: number): string => {
  const named = scope.names.get(ref)
  if (named !== undefined) return named
  const target = followReference(scope.root, ref)
  if (target === undefined) scope.lost.add(`$ref ${ref}`)
  return target === undefined ? 'unknown' : typeText(target, scope, indent, depth + 8)
}

const literal = (value: Json): string => {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `readonly [${value.map(literal).join(', ')}]`
  if (!isObject(value)) return String(value)
  return `{ ${Object.entries(value)
    .map(([key, member]) => `readonly ${keyText(key)}: ${literal(member)}`)
    .join('; ')} }`
}
const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
const keyText = (key: string): string => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : quoted(key))
const union = (types: readonly string[]): string => {
  const distinct = [...new Set(types)]
  return distinct.includes('unknown') || distinct.length === 0
    ? 'unknown'
    : distinct.map((type) => (distinct.length > 1 && type.includes(' & ') ? `(${type})` : type)).join(' | ')
}
const grouped = (type: string): string => (/ \| /u.test(type) && !/^\{[\s\S]*\}$/u.test(type) ? `(${type})` : type)

const ofType = (type: Json, schema: JsonObject, scope: Scope, indent: string, depth: number): string => {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'array':
      return arrayText(schema, scope, indent, depth)
    case 'object':
      return objectText(schema, scope, indent, depth)
    default:
      return 'unknown'
  }
}

const arrayText = (schema: JsonObject, scope: Scope, indent: string, depth: number): string => {
  const item = (part: Json): string => typeText(part, scope, indent, depth + 1)
  const rest = schema.items === undefined ? 'unknown' : item(schema.items)
  const many = `${/[|&]|^readonly/u.test(rest) && !/^[{(][\s\S]*[})]$/u.test(rest) ? `(${rest})` : rest}[]`
  if (!Array.isArray(schema.prefixItems)) return `readonly ${many}`
  const first = schema.prefixItems.map(item)
  return `readonly [${[...first, ...(schema.items === false ? [] : [`...${many}`])].join(', ')}]`
}

const objectText = (schema: JsonObject, scope: Scope, indent: string, depth: number): string => {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const { additionalProperties: rest } = schema
  const open = rest === true || (properties.length === 0 && rest === undefined) ? 'unknown' : undefined
  const map = isObject(rest) ? typeText(rest, scope, indent, depth + 1) : open
  if (properties.length === 0) return map === undefined ? '{}' : `{ readonly [name: string]: ${map} }`
  const inside = `${indent}  `
  const lines = properties.map(([name, property]) => {
    const mark = required.has(name) ? '' : '?'
    return `${comment(property, inside)}${inside}readonly ${keyText(name)}${mark}: ${typeText(property, scope, inside, depth + 1)}`
  })
  if (map !== undefined) lines.push(`${inside}readonly [name: string]: ${properties.length > 0 ? 'unknown' : map}`)
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** The description as a comment; it cannot end early. */
export const comment = (schema: Json, indent: string): string => {
  const text = isObject(schema) && typeof schema.description === 'string' ? schema.description : ''
  const safe = text.replaceAll('*/', '*\\/').trim()
  if (safe === '') return ''
  if (!safe.includes('\n')) return `${indent}/** ${safe} */\n`
  return `${indent}/**\n${safe
    .split('\n')
    .map((line) => `${indent} * ${line}`)
    .join('\n')}\n${indent} */\n`
}
