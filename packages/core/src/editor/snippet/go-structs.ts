import type { SyntaxNode } from '@lezer/common'
import { define, type Json, type JsonObject } from '../../schema/json.ts'
import { NUMBER_KEYWORDS } from '../../schema/keywords.ts'
import type { Lost } from '../../tool/conversion.ts'
import { type GoProgram, childrenOf, lineAt, textAt } from './go-program.ts'
import { goText } from './go-literals.ts'
import { lostOf } from '../../tool/lost-sentences.ts'

interface Reading {
  readonly program: GoProgram
  readonly lost: Lost[]
  /** Types around this place: one that holds itself would have no end. */
  readonly open: readonly string[]
}

const WORDS: { readonly [type: string]: JsonObject } = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  float32: { type: 'number' },
  float64: { type: 'number' },
  any: {},
  ...Object.fromEntries(
    ['int', 'int8', 'int16', 'int32', 'int64', 'uint', 'uint8', 'uint16', 'uint32', 'uint64', 'byte', 'rune'].map(
      (name): [string, JsonObject] => [name, { type: 'integer' }],
    ),
  ),
}
const ELSEWHERE: { readonly [type: string]: JsonObject } = {
  'time.Time': { type: 'string', format: 'date-time' },
  'json.RawMessage': {},
}

const IGNORED = new Set(['[', ']', '*', 'map', '{', '}', ',', 'LineComment', 'BlockComment', 'struct', 'interface'])
const typesIn = (node: SyntaxNode): readonly SyntaxNode[] => childrenOf(node).filter(({ name }) => !IGNORED.has(name))

/** The schema of a struct type by its name, as encoding/json writes its values; undefined where it is not in the text. */
export const schemaOfStruct = (name: string, program: GoProgram, lost: Lost[]): JsonObject | undefined => {
  const type = program.types.get(name)
  return type?.name === 'StructType' ? structSchema(type, { program, lost, open: [name] }) : undefined
}

/** Struct types with json tags that no other type of the text holds. */
export const rootStructs = (program: GoProgram): readonly string[] => {
  const named = [...program.types].filter(([, type]) => type.name === 'StructType')
  const held = new Set(named.flatMap(([own, type]) => namesIn(program, type).filter((name) => name !== own)))
  return named.filter(([name, type]) => !held.has(name) && /\bjson:"/.test(textAt(program, type))).map(([name]) => name)
}

const namesIn = (program: GoProgram, node: SyntaxNode): readonly string[] => {
  const names: string[] = []
  node.cursor().iterate((each) => {
    if (each.name === 'TypeName') names.push(program.text.slice(each.from, each.to))
  })
  return names
}

const structSchema = (struct: SyntaxNode, reading: Reading): JsonObject => {
  const properties: { [name: string]: Json } = {}
  const required: string[] = []
  for (const field of struct.getChild('StructBody')?.getChildren('FieldDecl') ?? [])
    for (const [name, schema, isRequired] of fieldsOf(field, reading)) {
      define(properties, name, schema)
      if (isRequired) required.push(name)
    }
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

type Field = readonly [name: string, schema: JsonObject, isRequired: boolean]

const fieldsOf = (field: SyntaxNode, reading: Reading): readonly Field[] => {
  const { program, lost } = reading
  const written = field.getChild('String')
  const tags = tagsOf(written === null ? '' : (goText(textAt(program, written)) ?? ''))
  const [own = '', ...options] = (tags.get('json') ?? '').split(',')
  if (own === '-' && options.length === 0) return []
  const names = field.getChildren('FieldName').map((each) => textAt(program, each))
  const type = typesIn(field).find(({ name }) => name !== 'FieldName' && name !== 'String')
  if (type === undefined) return []
  if (names.length === 0 && own === '') return embedded(type, reading)
  const shown = names.length === 0 ? [textAt(program, type)] : names.filter((each) => /^\p{Lu}/u.test(each))
  return shown.map((each): Field => {
    const name = own === '' ? each : own
    const path = lineAt(program, field)
    const { schema, isRequired } = withTags(typeSchema(type, name, reading), tags, { name, path, lost })
    const isOptional = options.includes('omitempty') || options.includes('omitzero')
    return [name, schema, isRequired ?? !isOptional]
  })
}

/** A struct within a struct without a name: its fields are fields of the outer one. */
const embedded = (type: SyntaxNode, reading: Reading): readonly Field[] => {
  const { program, lost, open } = reading
  const name = textAt(program, type).replace(/^\*/, '')
  const found = program.types.get(name)
  if (found?.name !== 'StructType' || open.includes(name)) {
    lost.push(lostOf('embeddedElsewhere', lineAt(program, type), { type: name }))
    return []
  }
  const inner = { ...reading, open: [...open, name] }
  return (found.getChild('StructBody')?.getChildren('FieldDecl') ?? []).flatMap((field) => fieldsOf(field, inner))
}

const typeSchema = (type: SyntaxNode, field: string, reading: Reading): JsonObject => {
  const { program, lost, open } = reading
  const text = textAt(program, type)
  const [first] = typesIn(type)
  const last = typesIn(type).at(-1)
  switch (type.name) {
    case 'PointerType':
      if (first !== undefined) return typeSchema(first, field, reading)
      break
    case 'SliceType':
    case 'ArrayType':
      if (text === '[]byte') return { type: 'string', contentEncoding: 'base64' }
      if (last !== undefined) return { type: 'array', items: typeSchema(last, field, reading) }
      break
    case 'MapType':
      if (last !== undefined) return { type: 'object', additionalProperties: typeSchema(last, field, reading) }
      break
    case 'StructType':
      return structSchema(type, reading)
    case 'InterfaceType':
      return {}
    case 'TypeName': {
      const named = program.types.get(text)
      if (named !== undefined && open.includes(text)) {
        lost.push(lostOf('fieldRecursive', lineAt(program, type), { type: text, field }))
        return {}
      }
      if (named !== undefined) return typeSchema(named, field, { ...reading, open: [...open, text] })
      if (Object.hasOwn(WORDS, text)) return WORDS[text] ?? {}
      break
    }
    default:
      if (Object.hasOwn(ELSEWHERE, text)) return ELSEWHERE[text] ?? {}
  }
  lost.push(lostOf('fieldElsewhere', lineAt(program, type), { field }))
  return {}
}

const tagsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/([\w.]+):("(?:[^"\\]|\\.)*")/g)].map(([, key = '', value = '']) => [key, goText(value) ?? '']),
  )

const TEXTS = new Set(['title', 'description', 'pattern', 'format'])
interface Place {
  readonly name: string
  readonly path: string
  readonly lost: Lost[]
}

/** The effects of known libraries' tags on a field's schema. */
const withTags = (
  schema: JsonObject,
  tags: ReadonlyMap<string, string>,
  { name, path, lost }: Place,
): { readonly schema: JsonObject; readonly isRequired: boolean | undefined } => {
  const said: { [key: string]: Json } = {}
  const values: Json[] = (tags.get('enum') ?? '').split(',').filter((each) => each !== '')
  let isRequired: boolean | undefined = tags.get('required') === undefined ? undefined : tags.get('required') === 'true'
  const typed = (text: string): Json => {
    const { type } = schema['type'] === 'array' && isPlain(schema['items']) ? schema['items'] : schema
    const isNumber = (type === 'number' || type === 'integer') && text.trim() !== '' && Number.isFinite(Number(text))
    if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
    return isNumber ? Number(text) : text
  }
  const tag = tags.get('jsonschema') ?? ''
  if (tag !== '' && !/^(?:\w+=|(?:required|optional|omitempty)(?:,|$))/.test(tag)) said['description'] = tag
  else
    for (const entry of tag.split(/(?<!\\),/).filter((each) => each !== '')) {
      const [key = '', ...rest] = entry.replaceAll('\\,', ',').split('=')
      const value = rest.join('=')
      if (key === 'required') isRequired = true
      else if (key === 'optional' || key === 'omitempty') isRequired = false
      else if (key === 'enum') values.push(typed(value))
      else if (TEXTS.has(key)) said[key] = value
      else if (NUMBER_KEYWORDS.has(key) && Number.isFinite(Number(value))) said[key] = Number(value)
      else if (key === 'default') said['default'] = typed(value)
      else if (key === 'example') said['examples'] = [typed(value)]
      else lost.push(lostOf('tagUnread', path, { key, field: name }))
    }
  const described = tags.get('jsonschema_description') ?? tags.get('description')
  if (described !== undefined) said['description'] = described
  const { items } = schema
  const limited: JsonObject =
    values.length === 0
      ? {}
      : schema['type'] === 'array' && isPlain(items)
        ? { items: { ...items, enum: values } }
        : { enum: values }
  return { schema: { ...schema, ...limited, ...said }, isRequired }
}

const isPlain = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
