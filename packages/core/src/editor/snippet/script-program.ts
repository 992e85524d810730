import { parse } from '@babel/parser'
import type { Json } from '../../schema/json.ts'

/** A node of the syntax tree: only what is asked for here is looked at. */
export interface Node {
  readonly type: string
  readonly loc?: { readonly start: { readonly line: number } } | null
  readonly [member: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string' // seen to be an object
export const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** The beginning of the program's `const` names. */
export type Constants = ReadonlyMap<string, unknown>

export interface ScriptProgram {
  readonly top: Node
  readonly constants: Constants
}

/** The syntax tree of a text; undefined if it isn't JavaScript or TypeScript. */
export const scriptProgram = (text: string): ScriptProgram | undefined => {
  for (const plugins of [['typescript' as const], ['typescript' as const, 'jsx' as const]])
    try {
      const top = parse(text, { ...OPTIONS, plugins }).program as unknown as Node // one of many shapes, each looked at before it is used
      return { top, constants: constantsOf(top) }
    } catch {}
  return undefined
}

const OPTIONS = {
  sourceType: 'unambiguous',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
} as const

export const lineOf = (node: Node): string => `line ${node.loc?.start.line ?? 0}`

/** Every node in the order of the text, until `enter` says not to look inside. Without recursion: code may be nested deeply. */
export const walk = (top: Node, enter: (node: Node) => boolean): void => {
  const waiting: Node[] = [top]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!enter(node)) continue
    for (const inner of Object.values(node).reverse())
      waiting.push(...(isNode(inner) ? [inner] : nodesIn(inner).toReversed()))
  }
}

export const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : undefined

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
export const valueOf = (node: unknown, constants: Constants, depth = 0): Json | undefined => {
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
    case 'BinaryExpression': {
      const [left, right] = [inner(node['left']), inner(node['right'])]
      const isSum = node['operator'] === '+' && typeof left === 'string' && typeof right === 'string'
      return isSum ? left + right : undefined
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
    case 'ObjectExpression': {
      const members = membersOf(node)
      const entries = [...(members ?? [])].map(([name, value]): [string, Json | undefined] => [name, inner(value)])
      const isWhole = entries.every((entry): entry is [string, Json] => entry[1] !== undefined)
      return members !== undefined && isWhole ? Object.fromEntries(entries) : undefined
    }
    default:
      return undefined
  }
}

/** An object's members by name; undefined where a name is computed, or it spreads another. */
export const membersOf = (node: Node): ReadonlyMap<string, unknown> | undefined => {
  const members = new Map<string, unknown>()
  for (const member of nodesIn(node['properties'])) {
    const { key } = member
    const name = nameOf(key) ?? (isNode(key) && typeof key['value'] === 'string' ? key['value'] : undefined)
    if (member['computed'] === true || name === undefined) return undefined
    if (member.type === 'ObjectProperty') members.set(name, member['value'])
    else if (member.type === 'ObjectMethod') members.set(name, undefined)
    else return undefined
  }
  return members
}
