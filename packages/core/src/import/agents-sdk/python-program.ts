import type { SyntaxNode } from '@lezer/common'
import { parser } from '@lezer/python'
import type { Json } from '../../schema/json.ts'
import type { ProgramText } from './model.ts'

/** A Python text as a syntax tree. None of it runs. */
export interface PythonProgram {
  readonly text: string
  readonly top: SyntaxNode
  /** The first value of each name, and each function. */
  readonly names: ReadonlyMap<string, SyntaxNode>
}

export const childrenOf = (node: SyntaxNode | null | undefined): readonly SyntaxNode[] => {
  const children: SyntaxNode[] = []
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling) children.push(child)
  return children
}

export const pythonProgram = (text: string): PythonProgram => {
  const tree = parser.parse(text)
  const names = new Map<string, SyntaxNode>()
  const bind = (name: SyntaxNode | null | undefined, value: SyntaxNode | undefined): void => {
    if (name?.name !== 'VariableName' || value === undefined) return
    const key = text.slice(name.from, name.to)
    if (!names.has(key)) names.set(key, value)
  }
  tree.iterate({
    enter: ({ name, node }) => {
      if (name === 'AssignStatement') bind(node.firstChild, childrenOf(node).at(-1))
      if (name === 'FunctionDefinition') bind(node.getChild('VariableName'), node)
    },
  })
  return { text, top: tree.topNode, names }
}

export const wordAt = ({ text }: PythonProgram, node: SyntaxNode | null | undefined): string =>
  node === null || node === undefined ? '' : text.slice(node.from, node.to)

export const lineAt = ({ text }: PythonProgram, node: SyntaxNode): number => text.slice(0, node.from).split('\n').length

/** `Agent`, also of `Agent[Context](…)`; `Runner.run` with its object. */
export const calleeOf = (program: PythonProgram, call: SyntaxNode): string =>
  wordAt(program, call.firstChild).replace(/\[[\s\S]*\]$/, '')

export interface Arguments {
  readonly named: ReadonlyMap<string, SyntaxNode>
  readonly plain: readonly SyntaxNode[]
}

/** The arguments of a call: `name = value` and those without a name. */
export const argumentsOf = (program: PythonProgram, call: SyntaxNode): Arguments => {
  const parts = childrenOf(call.getChild('ArgList')).filter(
    ({ name }) => name !== '(' && name !== ')' && name !== 'Comment',
  )
  const named = new Map<string, SyntaxNode>()
  const plain: SyntaxNode[] = []
  for (let at = 0; at < parts.length; at++) {
    const [part, sign, value] = [parts[at], parts[at + 1], parts[at + 2]]
    if (part === undefined || part.name === ',') continue
    if (sign?.name === 'AssignOp' && value !== undefined) {
      named.set(wordAt(program, part), value)
      at += 2
    } else plain.push(part)
  }
  return { named, plain }
}

const ESCAPES: { readonly [letter: string]: string } = { n: '\n', t: '\t', r: '\r', '\n': '' }
const unescaped = (text: string): string =>
  text.replaceAll(/\\([\s\S])/g, (whole, letter: string) => ESCAPES[letter] ?? (/["'\\]/.test(letter) ? letter : whole))

/** The text between the quotes, whatever its prefix. */
const inside = (written: string): string => {
  const [, prefix = '', quote = ''] = /^([a-z]*)("""|'''|"|')/i.exec(written) ?? []
  const text = written.slice(prefix.length + quote.length, written.length - quote.length)
  return /r/i.test(prefix) ? text : unescaped(text)
}

const MOST_DEEP = 20

/** A text, an f-string whose expressions become places, texts that are joined, or a function that returns one. */
export const textOf = (
  program: PythonProgram,
  node: SyntaxNode | null | undefined,
  depth = 0,
): ProgramText | undefined => {
  if (node === null || node === undefined || depth > MOST_DEEP) return undefined
  const again = (one: SyntaxNode | null | undefined): ProgramText | undefined => textOf(program, one, depth + 1)
  switch (node.name) {
    case 'String':
      return { text: inside(wordAt(program, node)), places: [] }
    case 'FormatString':
      return formatted(program, node, again)
    case 'ContinuedString':
      return joined(childrenOf(node).map(again))
    case 'ParenthesizedExpression':
      return again(childrenOf(node).find(({ name }) => name !== '(' && name !== 'Comment'))
    case 'BinaryExpression':
      return joined([again(node.firstChild), again(node.lastChild)])
    case 'VariableName':
      return again(program.names.get(wordAt(program, node)))
    case 'FunctionDefinition':
      return again(childrenOf(node.getChild('Body')).findLast(({ name }) => name === 'ReturnStatement')?.lastChild)
    default:
      return undefined
  }
}

const joined = (parts: readonly (ProgramText | undefined)[]): ProgramText | undefined => {
  const read = parts.filter((part) => part !== undefined)
  if (read.length < parts.length) return undefined
  return { text: read.map(({ text }) => text).join(''), places: read.flatMap(({ places }) => places) }
}

/** The prefix that the SDK recommends for handoffs is left out. */
const PREFIX = 'RECOMMENDED_PROMPT_PREFIX'

const formatted = (
  program: PythonProgram,
  node: SyntaxNode,
  read: (node: SyntaxNode | undefined) => ProgramText | undefined,
): ProgramText => {
  const places: string[] = []
  let text = ''
  let from = node.from
  for (const replacement of node.getChildren('FormatReplacement')) {
    const [, expression] = childrenOf(replacement)
    text += program.text.slice(from, replacement.from)
    from = replacement.to
    const name = wordAt(program, expression)
    const value = name === PREFIX ? { text: '', places: [] } : read(expression)
    if (value !== undefined) {
      // It is read again as a part of this text, which is unescaped once.
      text += value.text.replaceAll('\\', '\\\\')
      places.push(...value.places)
    } else {
      const last = /(\w+)\W*$/.exec(name)?.[1] ?? 'value'
      const place = /^\d/.test(last) ? 'value' : last.replace(/^_+/, '') || 'value'
      places.push(place)
      text += `{${place}}`
    }
  }
  text += program.text.slice(from, node.to)
  return { text: inside(text), places: [...new Set(places)] }
}

/** A literal; undefined where any of it is computed. */
export const valueOf = (program: PythonProgram, node: SyntaxNode | null | undefined, depth = 0): Json | undefined => {
  if (node === null || node === undefined || depth > MOST_DEEP) return undefined
  const word = wordAt(program, node)
  switch (node.name) {
    case 'String':
    case 'ContinuedString':
      return textOf(program, node)?.text
    case 'Number':
      return Number.isFinite(Number(word.replaceAll('_', ''))) ? Number(word.replaceAll('_', '')) : undefined
    case 'Boolean':
      return word === 'True'
    case 'None':
      return null
    case 'VariableName':
      return valueOf(program, program.names.get(word), depth + 1)
    default:
      return undefined
  }
}
