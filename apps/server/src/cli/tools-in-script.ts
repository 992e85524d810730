import { parse } from '@babel/parser'
import type { Json } from '@ensemble/core'
import type { Imported, ImportedTool, Lost } from '@ensemble/core/editor'

/** A node of the syntax tree: only what is asked for here is looked at. */
interface Node {
  readonly type: string
  readonly loc?: { readonly start: { readonly line: number } } | null
  readonly [member: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string' // seen to be an object
const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/**
 * The Tools that a program registers with `Tool.register(name, schema)`, read from its syntax tree: nothing of it runs. What
 * is computed can't be read, and is told with its line. Undefined for a text that is no such program.
 */
export const toolsInScript = (text: string): Imported | undefined => {
  if (!/\bTool\s*\.\s*register\s*\(/.test(text)) return undefined
  const program = programOf(text)
  if (program === undefined) return undefined
  const constants = constantsOf(program)
  const tools: ImportedTool[] = []
  const lost: Lost[] = []
  for (const call of callsIn(program)) {
    const [name, schema] = nodesIn(call['arguments']).map((each) => valueOf(each, constants))
    const path = `line ${call.loc?.start.line ?? 0}`
    if (typeof name !== 'string')
      lost.push({ path, what: 'The name of this Tool is computed, and code is not run here.' })
    else if (!TOOL_NAME.test(name))
      lost.push({
        path,
        what: `${name} can't be the name of a Tool: a letter from a to z, then letters, digits, _ and -.`,
      })
    else if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
      lost.push({ path, what: `The schema of ${name} is computed, and code is not run here.` })
    else tools.push({ name, schema: schema as ImportedTool['schema'] }) // an object, as just seen
  }
  return tools.length + lost.length === 0 ? undefined : { tools, lost }
}

const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

const programOf = (text: string): Node | undefined => {
  try {
    const plugins = ['typescript' as const]
    const options = { sourceType: 'unambiguous', plugins, allowAwaitOutsideFunction: true } as const
    return parse(text, options).program as unknown as Node // one of many shapes, each looked at before it is used
  } catch {
    return undefined
  }
}

/** Every `Tool.register(…)`, in the order of the text. Walked without recursion: code may be nested deeply. */
const callsIn = (program: Node): readonly Node[] => {
  const found: Node[] = []
  const waiting: Node[] = [program]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'CallExpression' && isRegister(node['callee'])) found.push(node)
    for (const inner of Object.values(node).reverse())
      waiting.push(...(isNode(inner) ? [inner] : nodesIn(inner).toReversed()))
  }
  return found
}

const isRegister = (callee: unknown): boolean =>
  isNode(callee) &&
  callee.type === 'MemberExpression' &&
  callee['computed'] !== true &&
  nameOf(callee['object']) === 'Tool' &&
  nameOf(callee['property']) === 'register'

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : undefined

type Constants = ReadonlyMap<string, unknown>

/** What the program's own `const` names begin with. */
const constantsOf = (program: Node): Constants =>
  new Map(
    nodesIn(program['body'])
      .map((node) => (isNode(node['declaration']) ? node['declaration'] : node))
      .filter((node) => node.type === 'VariableDeclaration' && node['kind'] === 'const')
      .flatMap((node) => nodesIn(node['declarations']))
      .flatMap((node): [string, unknown][] => {
        const name = nameOf(node['id'])
        return name === undefined ? [] : [[name, node['init']]]
      }),
  )

const MOST_DEEP = 200

/** The value of a literal; undefined where any of it is computed. */
const valueOf = (node: unknown, constants: Constants, depth = 0): Json | undefined => {
  if (!isNode(node) || depth > MOST_DEEP) return undefined
  const inner = (one: unknown): Json | undefined => valueOf(one, constants, depth + 1)
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return node['value'] as string | number | boolean // by the type of the literal
    case 'NullLiteral':
      return null
    case 'UnaryExpression': {
      const value = inner(node['argument'])
      return node['operator'] === '-' && typeof value === 'number' ? -value : undefined
    }
    case 'TemplateLiteral': {
      const [quasi] = nodesIn(node['quasis'])
      const { cooked } = (quasi?.['value'] ?? {}) as { cooked?: string } // as the parser writes a quasi
      return nodesIn(node['expressions']).length === 0 ? cooked : undefined
    }
    case 'Identifier': {
      const name = nameOf(node)
      return name === undefined ? undefined : inner(constants.get(name))
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return inner(node['expression'])
    case 'ArrayExpression': {
      const elements = node['elements']
      const values = Array.isArray(elements) ? elements.map(inner) : [undefined]
      return values.every((value) => value !== undefined) ? values : undefined
    }
    case 'ObjectExpression':
      return recordOf(nodesIn(node['properties']), inner)
    default:
      return undefined
  }
}

const recordOf = (members: readonly Node[], inner: (node: unknown) => Json | undefined): Json | undefined => {
  const entries = members.map((member): [string, Json] | undefined => {
    if (member.type !== 'ObjectProperty' || member['computed'] === true) return undefined
    const { key } = member
    const name = nameOf(key) ?? (isNode(key) && typeof key['value'] === 'string' ? key['value'] : undefined)
    const value = inner(member['value'])
    return name === undefined || value === undefined ? undefined : [name, value]
  })
  return entries.every((entry) => entry !== undefined) ? Object.fromEntries(entries) : undefined
}
