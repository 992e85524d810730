import type { Json, JsonObject } from '../../schema/json.ts'

/** Members that the expressions of a text ask for, by expression; `simple` ones only read a value. */
export interface Asked {
  readonly name: string
  readonly schema: JsonObject
  readonly isRequired: boolean
  readonly isSimple: boolean
}

const QUOTED = String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|` + '`((?:[^`\\\\]|\\\\.)*)`)'
const FROM_AI = new RegExp(
  String.raw`\$fromAI\(\s*${QUOTED}(?:\s*,\s*${QUOTED})?(?:\s*,\s*${QUOTED})?(\s*,[^)]*)?\s*\)`,
  'gi',
)
const TYPES: { readonly [type: string]: JsonObject | undefined } = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  json: {},
}

/** A value read from the node before, or from a named one: its last name says what it is. */
const SIMPLE = /^\$(?:json|input|node|item|\(\s*['"][^'"]*['"]\s*\)|now|today)\b[\w\s.$'"[\]?()-]*$/
const NAMES = /\.([A-Za-z_]\w*)(?!\w*\()|\[\s*['"]([^'"]+)['"]\s*\]/g
/** Steps on the way to a value. */
const STEPS = ['item', 'json', 'body', 'query', 'first', 'last', 'all', 'params', 'output']

const wordOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^[^A-Za-z]+|_+$/g, '')
    .slice(0, 60)

const nameIn = (expression: string): string => {
  if (/^\$(?:now|today)\b/.test(expression)) return 'now'
  const names = [...expression.matchAll(NAMES)].map(([, dotted, bracketed]) => wordOf(dotted ?? bracketed ?? ''))
  return names.findLast((name) => name !== '' && !STEPS.includes(name)) ?? 'value'
}

/** Texts of a node read together, so that two expressions with one name become two members. */
export interface Expressions {
  /** The text with each expression in the form `{member}`. */
  readonly read: (value: Json | undefined) => string
  readonly asked: ReadonlyMap<string, Asked>
}

export const createExpressions = (): Expressions => {
  const asked = new Map<string, Asked>()
  const member = (key: string, wanted: string, rest: Omit<Asked, 'name'>): string => {
    const known = asked.get(key)
    if (known !== undefined) return known.name
    const used = new Set([...asked.values()].map(({ name }) => name))
    const base = wordOf(wanted) || 'value'
    let name = base
    for (let count = 2; used.has(name); count++) name = `${base}${count}`
    asked.set(key, { name, ...rest })
    return name
  }
  const fromModel = (found: RegExpMatchArray): string => {
    const [whole, a, b, c, d, e, f, g, h, i, rest] = found
    const description = d ?? e ?? f ?? ''
    const schema = TYPES[(g ?? h ?? i ?? 'string').toLowerCase()] ?? { type: 'string' }
    return member(whole, a ?? b ?? c ?? 'value', {
      schema: { ...schema, ...(description !== '' && { description }) },
      isRequired: rest === undefined,
      isSimple: true,
    })
  }
  const inBraces = (code: string): string => {
    const expression = code.trim().replace(/^\/\*[\s\S]*?\*\/\s*/, '')
    const [asksModel] = [...expression.matchAll(FROM_AI)]
    if (asksModel !== undefined) return fromModel(asksModel)
    return member(expression, nameIn(expression), {
      schema: { type: 'string' },
      isRequired: true,
      isSimple: SIMPLE.test(expression),
    })
  }
  const read = (value: Json | undefined): string => {
    if (typeof value !== 'string') return value === undefined || value === null ? '' : JSON.stringify(value)
    if (!value.startsWith('=')) return value
    return value.slice(1).replaceAll(/\{\{([\s\S]*?)\}\}/g, (_, code: string) => `{${inBraces(code)}}`)
  }
  return { read, asked }
}

/** The parameters or the input that expressions ask for. */
export const schemaOf = (asked: ReadonlyMap<string, Asked>): JsonObject => {
  const required = [...asked.values()].filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(
      [...asked.values()].map(({ name, schema }) => [
        name,
        schema['description'] === undefined ? { ...schema, description: name.replaceAll('_', ' ') } : schema,
      ]),
    ),
    ...(required.length > 0 && { required }),
  }
}
