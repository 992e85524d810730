import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { Imported, ImportedTool, Lost } from '../../tool/conversion.ts'
import { toolNameFrom } from '../../tool/name-from.ts'

const CLASS = /^class\s+(\w+)\s*\(\s*[\w.,\s]*\b(BaseModel|TypedDict|(?:Int|Str)?Enum)\b[^)]*\)\s*:/u

export const isPydantic = (text: string): boolean => /^class\s+\w+\s*\([^)]*\b(?:BaseModel|TypedDict)\b/mu.test(text)

interface Model {
  readonly name: string
  readonly description: string | undefined
  readonly fields: readonly string[]
  /** The values of an Enum, which becomes no Tool. */
  readonly values?: readonly Json[]
}

/** Models of pydantic as Tools; models that another one uses become its definitions. No Python is run. */
export const importPydantic = (text: string): Imported => {
  const lost: Lost[] = []
  const models = new Map(modelsIn(text).map((model) => [model.name, model]))
  const used = new Map([...models.values()].map((model) => [model.name, namesIn(model, models)]))
  const roots = [...models.values()].filter(
    ({ name, values }) =>
      values === undefined && ![...used].some(([other, names]) => other !== name && names.has(name)),
  )
  const tools = (roots.length > 0 ? roots : [...models.values()].slice(-1)).map((model): ImportedTool => {
    const schema = withParts(model, models, used, lost)
    return { name: toolNameFrom(model.name.charAt(0).toLowerCase() + model.name.slice(1)), schema }
  })
  return { tools, lost: [...new Map(lost.map((one) => [one.what, one])).values()] }
}

/** The schema of one model of a text; undefined if it has none of that name. */
export const schemaOfPydantic = (text: string, name: string): JsonObject | undefined => {
  const models = new Map(modelsIn(text).map((model) => [model.name, model]))
  const used = new Map([...models.values()].map((model) => [model.name, namesIn(model, models)]))
  const model = models.get(name)
  return model && withParts(model, models, used, [])
}

/** A model with those that it uses as its definitions. */
const withParts = (
  model: Model,
  models: ReadonlyMap<string, Model>,
  used: ReadonlyMap<string, ReadonlySet<string>>,
  lost: Lost[],
): JsonObject & { readonly type: 'object' } => {
  const parts = reachable(model.name, used)
  const $defs = Object.fromEntries(
    [...parts].flatMap((name) => {
      const part = models.get(name)
      return part === undefined || part.values !== undefined ? [] : [[name, objectOf(part, models, lost)]]
    }),
  )
  return { ...objectOf(model, models, lost), ...(Object.keys($defs).length > 0 && { $defs }) }
}

/** The classes of a text with the statements of their bodies, those over several lines joined. */
const modelsIn = (text: string): readonly Model[] => {
  const models: { name: string; description: string | undefined; fields: string[]; values?: Json[] }[] = []
  let current: (typeof models)[number] | undefined
  let indent: string | undefined
  // The first statement of a class says how deep its body is; names in its methods aren't fields.
  const isInBody = (line: string): boolean => /^\s*/u.exec(line)?.[0] === indent
  for (const line of statementsIn(text)) {
    const [, name, kind = ''] = CLASS.exec(line) ?? []
    if (name !== undefined) {
      const values = kind.endsWith('Enum') ? { values: [] } : {}
      models.push((current = { name, description: undefined, fields: [], ...values }))
      indent = undefined
    } else if (/^\S/u.test(line)) current = undefined
    else if (current !== undefined) {
      indent ??= /^\s*/u.exec(line)?.[0]
      const said = /^\s+(?:"""|''')([\s\S]*?)(?:"""|''')/u.exec(line)?.[1]
      if (said !== undefined && current.fields.length === 0) current.description = said.trim().replaceAll(/\s+/gu, ' ')
      else if (current.values !== undefined) {
        const value = isInBody(line) ? literal(/^\s+\w+\s*=\s*([\s\S]*)$/u.exec(line)?.[1] ?? 'unknown') : undefined
        if (value !== undefined) current.values.push(value)
      } else if (/^\s+\w+\s*:/u.test(line) && isInBody(line)) current.fields.push(line.trim())
    }
  }
  return models
}

const QUOTED =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*|[[({]|[\])}]|\n|[^\n"'#[\](){}]+/gu

/** Lines of code without comments; brackets and long texts continue over lines. */
const statementsIn = (text: string): readonly string[] => {
  const lines: string[] = []
  let line = ''
  let depth = 0
  for (const [part] of text.replaceAll('\r', '').matchAll(QUOTED)) {
    if (part.startsWith('#')) continue
    if (/^[[({]$/u.test(part)) depth += 1
    if (/^[\])}]$/u.test(part)) depth -= 1
    if (part === '\n' && depth <= 0) {
      if (line.trim() !== '') lines.push(line)
      line = ''
    } else line += part === '\n' ? ' ' : part
  }
  return line.trim() === '' ? lines : [...lines, line]
}

const namesIn = ({ fields }: Model, models: ReadonlyMap<string, unknown>): ReadonlySet<string> =>
  new Set(
    fields.flatMap((field) => {
      const { type } = partsOf(field)
      return (type.match(/\w+/gu) ?? []).filter((word) => models.has(word))
    }),
  )

const reachable = (from: string, used: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> => {
  const found = new Set<string>()
  const waiting = [from]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
    for (const next of used.get(name) ?? []) {
      if (found.has(next)) continue
      found.add(next)
      waiting.push(next)
    }
  return found
}

/** Splits at a separator outside brackets and quotes. */
const split = (text: string, separator: string): readonly string[] => {
  const parts: string[] = ['']
  let depth = 0
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\s\S]/gu)) {
    if (/^[[({]$/u.test(part)) depth += 1
    if (/^[\])}]$/u.test(part)) depth -= 1
    if (part === separator && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + part)
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

const partsOf = (
  field: string,
): { readonly name: string; readonly type: string; readonly value: string | undefined } => {
  const [, name = '', rest = ''] = /^(\w+)\s*:\s*([\s\S]*)$/u.exec(field) ?? []
  const [type = '', ...value] = split(rest, '=')
  return { name, type, value: value.length === 0 ? undefined : value.join('=') }
}

const objectOf = (
  model: Model,
  models: ReadonlyMap<string, Model>,
  lost: Lost[],
): JsonObject & { readonly type: 'object' } => {
  const properties: Record<string, Json> = {}
  const required: string[] = []
  for (const field of model.fields) {
    const { name, type, value } = partsOf(field)
    if (name === 'model_config' || name.startsWith('_')) continue
    const annotated = /^Annotated\[([\s\S]*)\]$/u.exec(type)?.[1]
    const [own = type, ...notes] = annotated === undefined ? [type] : split(annotated, ',')
    const settings = [...notes, ...(value === undefined ? [] : [value])]
    const called = settings.map((one) => /^(?:\w+\.)?Field\(([\s\S]*)\)$/u.exec(one)?.[1])
    const words = Object.assign(
      {},
      ...called.map((inside) => (inside === undefined ? {} : wordsOf(inside))),
    ) as JsonObject // objects of JSON
    const plain = value === undefined || called.at(-1) !== undefined ? undefined : literal(value)
    const { isRequired = value === undefined, ...rest } = words
    const typed = typeOf(own, models, lost)
    properties[name] = {
      ...typed,
      ...(typed.type === 'array' ? ofItems(rest) : rest),
      ...(plain !== undefined && plain !== null && { default: plain }),
    }
    if (value === undefined || (called.at(-1) !== undefined && isRequired === true)) required.push(name)
  }
  return {
    type: 'object',
    ...(model.description !== undefined && { description: model.description }),
    properties,
    ...(required.length > 0 && { required }),
  }
}

/** Pydantic has the same words for the length of a text and of a list. */
const ofItems = ({ minLength, maxLength, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  ...(minLength !== undefined && { minItems: minLength }),
  ...(maxLength !== undefined && { maxItems: maxLength }),
})

const KEYWORDS: { readonly [argument: string]: string } = {
  description: 'description',
  title: 'title',
  ge: 'minimum',
  le: 'maximum',
  gt: 'exclusiveMinimum',
  lt: 'exclusiveMaximum',
  multiple_of: 'multipleOf',
  min_length: 'minLength',
  max_length: 'maxLength',
  pattern: 'pattern',
  examples: 'examples',
}

/** The arguments of `Field(…)`: keywords of JSON Schema, the default, and whether a Call must hold it. */
const wordsOf = (inside: string): JsonObject => {
  const words: Record<string, Json> = {}
  let isRequired = true
  for (const argument of split(inside, ',')) {
    const [, name, text = argument] = /^(\w+)\s*=\s*([\s\S]*)$/u.exec(argument) ?? []
    const value = literal(text)
    if (name === 'default_factory') isRequired = false
    if ((name === undefined || name === 'default') && text !== '...') {
      isRequired = false
      if (value !== undefined && value !== null) words['default'] = value
    }
    const keyword = name === undefined ? undefined : KEYWORDS[name]
    if (keyword !== undefined && value !== undefined) words[keyword] = value
  }
  return { ...words, isRequired }
}

/** A literal of Python as JSON; undefined where any of it is computed. */
const literal = (text: string): Json | undefined => {
  const one = text.trim()
  const word = { True: true, False: false, None: null }[one]
  if (word !== undefined) return word
  if (/^-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?$/iu.test(one)) return Number(one.replaceAll('_', ''))
  const raw = /^r(?:"([^"]*)"|'([^']*)')$/u.exec(one)
  if (raw !== null) return raw[1] ?? raw[2] ?? ''
  const quoted = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')$/su.exec(one)
  if (quoted !== null) return (quoted[1] ?? quoted[2] ?? '').replaceAll('\\n', '\n').replaceAll(/\\(.)/gu, '$1')
  const list = /^[[(]([\s\S]*)[\])]$/u.exec(one)?.[1]
  if (list === undefined) return undefined
  const items = split(list, ',').map(literal)
  return items.every((item) => item !== undefined) ? items : undefined
}

const PLAIN: { readonly [type: string]: JsonObject | undefined } = {
  str: { type: 'string' },
  int: { type: 'integer' },
  float: { type: 'number' },
  Decimal: { type: 'number' },
  bool: { type: 'boolean' },
  None: { type: 'null' },
  Any: {},
  dict: { type: 'object' },
  list: { type: 'array' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  time: { type: 'string', format: 'time' },
  UUID: { type: 'string', format: 'uuid' },
  EmailStr: { type: 'string', format: 'email' },
  HttpUrl: { type: 'string', format: 'uri' },
  AnyUrl: { type: 'string', format: 'uri' },
}

/** `conint(ge=0)`, `constr(max_length=9)`, `confloat(gt=0)`, `conlist(int, min_length=1)`. */
const constrained = (type: string, models: ReadonlyMap<string, Model>, lost: Lost[]): JsonObject | undefined => {
  const [, kind = '', inside = ''] = /^con(int|float|str|list|decimal)\(([\s\S]*)\)$/u.exec(type) ?? []
  if (kind === '') return undefined
  const { isRequired: _, default: _default, ...words } = wordsOf(inside)
  if (kind === 'list') return { ...typeOf(`list[${split(inside, ',')[0] ?? 'Any'}]`, models, lost), ...ofItems(words) }
  return { type: { int: 'integer', str: 'string' }[kind] ?? 'number', ...words }
}

const typeOf = (text: string, models: ReadonlyMap<string, Model>, lost: Lost[]): JsonObject => {
  const type = text.replaceAll(/^["']|["']$/gu, '').replace(/^(?:typing|datetime|uuid|t)\./u, '')
  const alternatives = split(type, '|')
  if (alternatives.length > 1) return unionOf(alternatives.map((one) => typeOf(one, models, lost)))
  const plain = PLAIN[type]
  if (plain !== undefined) return plain
  const bounded = constrained(type, models, lost)
  if (bounded !== undefined) return bounded
  const values = models.get(type)?.values
  if (values !== undefined) return { enum: values }
  if (models.has(type)) return { $ref: `#/$defs/${type}` }
  const [, outer = '', inside = ''] = /^(\w+)\[([\s\S]*)\]$/u.exec(type) ?? []
  const inner = split(inside, ',')
  const types = (): readonly JsonObject[] => inner.map((one) => typeOf(one, models, lost))
  switch (outer.toLowerCase()) {
    case 'optional':
      return unionOf([...types(), { type: 'null' }])
    case 'union':
      return unionOf(types())
    case 'list':
    case 'sequence':
    case 'iterable':
      return { type: 'array', items: types()[0] ?? {} }
    case 'set':
    case 'frozenset':
      return { type: 'array', items: types()[0] ?? {}, uniqueItems: true }
    case 'tuple':
      return { type: 'array', prefixItems: [...types()], items: false }
    case 'dict':
    case 'mapping':
      return { type: 'object', additionalProperties: types()[1] ?? {} }
    case 'literal':
      return { enum: inner.map((one) => literal(one) ?? one) }
    default:
      lost.push({ path: '', what: `The type ${type} is unknown here, so any value fits.` })
      return {}
  }
}

const unionOf = (schemas: readonly JsonObject[]): JsonObject => {
  const types = schemas.map((one) => (Object.keys(one).length === 1 && typeof one.type === 'string' ? one.type : null))
  return types.every((type) => type !== null) ? { type: types } : { anyOf: schemas.filter(isObject) }
}
