import type { SyntaxNode } from '@lezer/common'
import { parser } from '@lezer/go'
import type { Json } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import { TYPE_NAMES } from '../../schema/check-schema.ts'
import { goNumber, goText } from './go-literals.ts'

/** A Go text with what it declares. None of it runs: names that are assigned twice have no value here. */
export interface GoProgram {
  readonly text: string
  readonly top: SyntaxNode
  /** Where each line begins. */
  readonly lines: readonly number[]
  readonly values: ReadonlyMap<string, SyntaxNode | undefined>
  readonly types: ReadonlyMap<string, SyntaxNode>
  readonly functions: ReadonlyMap<string, SyntaxNode>
}

export const childrenOf = (node: SyntaxNode | null | undefined): readonly SyntaxNode[] => {
  const children: SyntaxNode[] = []
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling) children.push(child)
  return children
}

export const textAt = ({ text }: GoProgram, node: SyntaxNode): string => text.slice(node.from, node.to)
export const lineAt = ({ lines }: GoProgram, node: SyntaxNode): string => {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle] ?? 0) <= node.from) low = middle + 1
    else high = middle
  }
  return `line ${low}`
}

export const goProgram = (text: string): GoProgram => {
  const tree = parser.parse(text)
  const values = new Map<string, SyntaxNode | undefined>()
  const types = new Map<string, SyntaxNode>()
  const functions = new Map<string, SyntaxNode>()
  const nameOf = (node: SyntaxNode): string => text.slice(node.from, node.to)
  const bind = (name: string, value: SyntaxNode | undefined): void => {
    values.set(name, values.has(name) ? undefined : value)
  }
  tree.iterate({
    enter: ({ name, node }) => {
      if (name === 'TypeSpec') {
        const children = childrenOf(node)
        const [own, given] = [children.find((each) => each.name === 'DefName'), children.at(-1)]
        if (own !== undefined && given !== undefined) types.set(nameOf(own), given)
      } else if (name === 'FunctionDecl') {
        const own = node.getChild('DefName')
        if (own !== null) functions.set(nameOf(own), node)
      } else if (name === 'VarDecl' || name === 'VarSpec' || name === 'ConstSpec') {
        const parts = childrenOf(node)
        const sign = parts.findIndex((each) => each.name === '=' || each.name === ':=')
        if (sign === -1) return
        const named = parts.slice(0, sign).filter((each) => each.name === 'DefName')
        const given = parts.slice(sign + 1).filter((each) => each.name !== ',' && each.name !== ';')
        for (const [index, each] of named.entries()) bind(nameOf(each), given[index])
      } else if (name === 'Assignment' || name === 'IncDecStatement') {
        for (const each of node.getChildren('VariableName')) bind(nameOf(each), undefined)
        const [target] = childrenOf(node)
        // A member that is set later: the literal is not the whole value.
        if (target?.name === 'IndexExpr' || target?.name === 'SelectorExpr') {
          const whole = target.getChild('VariableName')
          if (whole !== null) values.set(nameOf(whole), undefined)
        }
      }
    },
  })
  const lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return { text, top: tree.topNode, lines, values, types, functions }
}

/** A literal's members by their JSON names, each with the type that its own literal leaves out. */
export type Members = ReadonlyMap<string, { readonly node: SyntaxNode; readonly type: SyntaxNode | undefined }>

const PUNCTUATION = new Set(['{', '}', '[', ']', '(', ')', ',', ':', 'LineComment', 'BlockComment'])
const partsOf = (node: SyntaxNode | null | undefined): readonly SyntaxNode[] =>
  childrenOf(node).filter(({ name }) => !PUNCTUATION.has(name))

/** The literal that an expression is, through `&` and names: its body, and the type that is written before it. */
const literalAt = (
  program: GoProgram,
  node: SyntaxNode,
  type?: SyntaxNode,
  depth = 0,
): { readonly body: SyntaxNode; readonly type: SyntaxNode | undefined } | undefined => {
  if (depth > 20) return undefined
  if (node.name === 'LiteralValue') return { body: node, type }
  if (node.name === 'TypedLiteral') {
    const [own, body] = partsOf(node)
    return own === undefined || body === undefined ? undefined : { body, type: own }
  }
  const inner = node.name === 'UnaryExp' || node.name === 'ParenthesizedExpr' ? partsOf(node).at(-1) : undefined
  if (inner !== undefined) return literalAt(program, inner, type, depth + 1)
  const value = node.name === 'VariableName' ? program.values.get(textAt(program, node)) : undefined
  return value && literalAt(program, value, type, depth + 1)
}

/** The last word of a type or of the function that is called: `ToolParam` of `[]*openai.ToolParam`. */
export const lastName = (program: GoProgram, node: SyntaxNode | undefined): string => {
  if (node === undefined) return ''
  const bare = node.name === 'ParameterizedExpr' ? node.firstChild : node
  return /\w+$/.exec(bare === null ? '' : textAt(program, bare))?.[0] ?? ''
}

const MEMBERS_OF_SCHEMAS: { readonly [name: string]: string } = { Ref: '$ref', Defs: '$defs', ID: '$id' }
const memberName = (field: string): string =>
  Object.hasOwn(MEMBERS_OF_SCHEMAS, field)
    ? (MEMBERS_OF_SCHEMAS[field] ?? field)
    : field.charAt(0).toLowerCase() + field.slice(1)

const elementType = (type: SyntaxNode | undefined): SyntaxNode | undefined => {
  if (type === undefined) return undefined
  const bare = type.name === 'PointerType' ? partsOf(type).at(-1) : type
  return bare !== undefined && ['MapType', 'SliceType', 'ArrayType'].includes(bare.name)
    ? partsOf(bare).at(-1)
    : undefined
}

/** Members by name; undefined for other literals. */
export const membersAt = (program: GoProgram, node: SyntaxNode, given?: SyntaxNode): Members | undefined => {
  const literal = literalAt(program, node, given)
  if (literal === undefined) return undefined
  const members = new Map<string, { node: SyntaxNode; type: SyntaxNode | undefined }>()
  const type = elementType(literal.type)
  for (const element of partsOf(literal.body)) {
    const [key, value] = partsOf(element)
    if (key?.name !== 'Key' || value === undefined || key.firstChild === null) return undefined
    const name = keyOf(program, key.firstChild, literal.type?.name === 'MapType')
    if (name === undefined || members.has(name)) return undefined
    members.set(name, { node: value, type })
  }
  return members
}

const keyOf = (program: GoProgram, key: SyntaxNode, isMap: boolean): string | undefined => {
  const word = textAt(program, key)
  if (key.name === 'VariableName' && !isMap && /^\p{Lu}/u.test(word)) return memberName(word)
  const value = valueAt(program, key)
  return typeof value === 'string' ? value : undefined
}

/** Library functions that return their one argument wrapped in their own type. */
const WRAPPERS = new Set(['String', 'Int', 'Float', 'Bool', 'F', 'NewOpt', 'Opt', 'Ptr', 'FunctionParameters'])
const MOST_DEEP = 200

/** The value of a literal as JSON; undefined where any of it is computed. */
export const valueAt = (program: GoProgram, node: SyntaxNode, type?: SyntaxNode, depth = 0): Json | undefined => {
  if (depth > MOST_DEEP) return undefined
  const inner = (one: SyntaxNode | undefined): Json | undefined =>
    one === undefined ? undefined : valueAt(program, one, undefined, depth + 1)
  const parts = partsOf(node)
  switch (node.name) {
    case 'String':
      return goText(textAt(program, node))
    case 'Number':
      return goNumber(textAt(program, node))
    case 'Bool':
      return textAt(program, node) === 'true'
    case 'Nil':
      return null
    case 'ParenthesizedExpr':
      return inner(parts[0])
    case 'UnaryExp': {
      const sign = textAt(program, node).charAt(0)
      const value = inner(parts.at(-1))
      if (sign === '&' || sign === '*') return value
      return sign === '-' && typeof value === 'number' ? -value : undefined
    }
    case 'BinaryExp': {
      const [left, sign, right] = [inner(parts[0]), parts[1], inner(parts.at(-1))]
      const isSum = sign !== undefined && textAt(program, sign) === '+'
      return isSum && typeof left === 'string' && typeof right === 'string' ? left + right : undefined
    }
    case 'VariableName':
      return inner(program.values.get(textAt(program, node)))
    case 'SelectorExpr':
      return typeWord(lastName(program, node))
    case 'CallExpr':
      return wrapped(program, node, inner)
    case 'TypedLiteral':
    case 'LiteralValue':
      return compositeAt(program, node, type, depth)
    default:
      return undefined
  }
}

/** The types of JSON Schema, as the libraries name their constants: `jsonschema.Object`, `genai.TypeString`. */
const typeWord = (word: string): string | undefined => {
  const plain = word.replace(/^Type/, '')
  const name = /^\p{Lu}/u.test(plain) ? plain.toLowerCase() : ''
  return TYPE_NAMES.find((each) => each === name)
}

const wrapped = (
  program: GoProgram,
  node: SyntaxNode,
  inner: (one: SyntaxNode | undefined) => Json | undefined,
): Json | undefined => {
  const [callee] = childrenOf(node)
  const given = argumentsOf(node)
  const [only] = given
  if (callee === undefined || only === undefined || given.length !== 1) return undefined
  const value = inner(only)
  const name = lastName(program, callee)
  if (WRAPPERS.has(name)) return value
  const isText = name === 'RawMessage' || /^\[\]byte$/.test(textAt(program, callee))
  if (!isText) return undefined
  if (typeof value !== 'string') return value
  return jsonIn(value)
}

const jsonIn = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json // a JSON parser's answer
  } catch {
    return undefined
  }
}

export const argumentsOf = (call: SyntaxNode): readonly SyntaxNode[] => partsOf(call.getChild('Arguments'))

const compositeAt = (
  program: GoProgram,
  node: SyntaxNode,
  given: SyntaxNode | undefined,
  depth: number,
): Json | undefined => {
  const literal = literalAt(program, node, given)
  const elements = partsOf(literal?.body)
  if (elements.some(({ name }) => name !== 'Element')) return undefined
  const isList = literal?.type?.name === 'SliceType' || literal?.type?.name === 'ArrayType'
  const values = elements.map((element) => partsOf(element))
  if (isList || (values.length > 0 && values.every(([first]) => first?.name !== 'Key'))) {
    const type = elementType(literal?.type)
    const list = values.map(([value]) => value && valueAt(program, value, type, depth + 1))
    return list.every((value) => value !== undefined) ? list : undefined
  }
  const members = membersAt(program, node, given)
  if (members === undefined) return undefined
  const entries = [...members].map(([name, { node: value, type }]): readonly [string, Json | undefined] => [
    name,
    valueAt(program, value, type, depth + 1),
  ])
  const isWhole = entries.every((entry): entry is readonly [string, Json] => entry[1] !== undefined)
  return isWhole ? Object.fromEntries(entries) : undefined
}

/** Whether a value is a schema of parameters in parts, as `{ properties, required }`; its type is an object then. */
export const wholeSchema = (value: Json | undefined): Json | undefined =>
  isObject(value) && value['type'] === undefined && isObject(value['properties']) ? { type: 'object', ...value } : value
