import {
  type Constants,
  type Node,
  isNode,
  lineOf,
  nameOf,
  nodesIn,
  valueOf,
  walk,
} from '../../editor/snippet/script-program.ts'
import { schemaOfZod } from '../../editor/snippet/zod-schemas.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { ProgramText, ProgramTool } from './model.ts'

/** Parts of JavaScript and TypeScript programs that declare agents, by their syntax. */

/** The names of a program that its parts may refer to. */
export interface Named {
  readonly names: Constants
}

export const numberOf = (node: Node): number => Number(lineOf(node).slice('line '.length))

/** Every name that a declaration gives, in any block: exports of the builder declare inside functions too. */
export const allNames = (top: Node): Constants => {
  const names = new Map<string, unknown>()
  walk(top, (node) => {
    const name =
      node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration' ? nameOf(node['id']) : undefined
    if (name !== undefined && !names.has(name))
      names.set(name, node.type === 'FunctionDeclaration' ? node : node['init'])
    return true
  })
  return names
}

/** Without `await`, `as` and parentheses. */
export const plain = (node: unknown): Node | undefined => {
  if (!isNode(node)) return undefined
  const wrapped = ['AwaitExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression']
  if (!wrapped.includes(node.type)) return node
  return plain(node['argument'] ?? node['expression'])
}

export const objectGiven = (node: Node): ReadonlyMap<string, unknown> | undefined => {
  const [first] = nodesIn(node['arguments'])
  return first?.type === 'ObjectExpression' ? looseMembers(first) : undefined
}

/** Members by name; those that are spread or computed are left out. */
export const looseMembers = (node: Node): ReadonlyMap<string, unknown> =>
  new Map(
    nodesIn(node['properties']).flatMap((member): [string, unknown][] => {
      const { key } = member
      const name = nameOf(key) ?? (isNode(key) && typeof key['value'] === 'string' ? key['value'] : undefined)
      if (name === undefined || member['computed'] === true) return []
      return [[name, member.type === 'ObjectMethod' ? member : member['value']]]
    }),
  )

export const stringOf = (node: unknown, { names }: Named): string | undefined => {
  const value = valueOf(plain(node), names)
  return typeof value === 'string' ? value : undefined
}

/** A zod schema, or `{ type: 'json_schema', schema: { … } }`. */
export const outputOf = (node: unknown, { names }: Named): Json | undefined => {
  const inner = plain(node)
  if (inner === undefined) return undefined
  const written = inner.type === 'ObjectExpression' ? looseMembers(inner) : undefined
  if (valueOf(written?.get('type'), names) === 'json_schema') return valueOf(plain(written?.get('schema')), names)
  return schemaOfZod(inner, names)
}

const MOST_DEEP = 20

/** A text, a template whose expressions become places, or a function that returns one. */
export const textOf = (node: unknown, reading: Named, depth = 0): ProgramText | undefined => {
  const inner = plain(node)
  if (inner === undefined || depth > MOST_DEEP) return undefined
  const value = valueOf(inner, reading.names)
  if (typeof value === 'string') return { text: value, places: [] }
  const again = (one: unknown): ProgramText | undefined => textOf(one, reading, depth + 1)
  switch (inner.type) {
    case 'TemplateLiteral': {
      const expressions = nodesIn(inner['expressions'])
      const read = expressions.map((one) => again(one) ?? placeOf(one))
      const text = nodesIn(inner['quasis'])
        .map((quasi, index) => cookedOf(quasi) + (read[index]?.text ?? ''))
        .join('')
      return { text, places: [...new Set(read.flatMap(({ places }) => places))] }
    }
    case 'TaggedTemplateExpression':
      return again(inner['quasi'])
    case 'CallExpression': {
      const callee = inner['callee']
      return isNode(callee) && nameOf(callee['property']) === 'trim' ? again(callee['object']) : undefined
    }
    case 'BinaryExpression': {
      const [left, right] = [again(inner['left']), again(inner['right'])]
      return left && right && { text: left.text + right.text, places: [...left.places, ...right.places] }
    }
    case 'Identifier': {
      const name = nameOf(inner) ?? ''
      return reading.names.has(name) ? again(reading.names.get(name)) : undefined
    }
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
    case 'ObjectMethod':
    case 'ClassMethod': {
      const body = plain(inner['body'])
      if (body?.type !== 'BlockStatement') return again(body)
      const last = nodesIn(body['body']).findLast(({ type }) => type === 'ReturnStatement')
      return again(last?.['argument'])
    }
    default:
      return undefined
  }
}

const cookedOf = (quasi: Node): string => (quasi['value'] as { cooked?: string } | undefined)?.cooked ?? '' // as the parser writes a quasi

/** An expression in a template: its last name. The prefix that the SDK recommends for handoffs is left out. */
const placeOf = (node: Node): ProgramText => {
  const name = nameOf(node) ?? nameOf(node['property']) ?? 'value'
  return name === 'RECOMMENDED_PROMPT_PREFIX' ? { text: '', places: [] } : { text: `{${name}}`, places: [name] }
}

/** Members that are literals, at any depth. */
export const literals = (node: Node, names: Constants, depth = 0): JsonObject =>
  Object.fromEntries(
    [...looseMembers(node)].flatMap(([key, member]): readonly (readonly [string, Json])[] => {
      const inner = plain(member)
      const value = valueOf(inner, names)
      if (value !== undefined) return [[key, value]]
      return inner?.type === 'ObjectExpression' && depth < MOST_DEEP ? [[key, literals(inner, names, depth + 1)]] : []
    }),
  )

export const elementsOf = (node: unknown, { names }: Named): readonly Node[] => {
  const inner = plain(node)
  const name = inner === undefined ? undefined : nameOf(inner)
  const list = name === undefined ? inner : plain(names.get(name))
  return list?.type === 'ArrayExpression' ? nodesIn(list['elements']) : []
}

/** The first arguments of the calls in a function, where they are variables. */
export const calledWith = (code: unknown): readonly string[] => {
  const found: string[] = []
  if (isNode(code))
    walk(code, (node) => {
      const name = node.type === 'CallExpression' ? nameOf(nodesIn(node['arguments'])[0]) : undefined
      if (name !== undefined) found.push(name)
      return true
    })
  return found
}

/** The members that declare a tool, as a tool without its code. */
export const declaredTool = (
  node: Node,
  given: ReadonlyMap<string, unknown>,
  variable: string,
  reading: Named,
): ProgramTool => {
  const parameters = plain(given.get('parameters') ?? given.get('schema'))
  const written = valueOf(parameters, reading.names)
  return {
    variable,
    line: numberOf(node),
    name: stringOf(given.get('name'), reading) ?? variable,
    description: textOf(given.get('description'), reading)?.text,
    parameters: isObject(written) ? written : schemaOfZod(parameters, reading.names),
    asksFirst: false,
  }
}
