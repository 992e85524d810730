import type { SyntaxNode } from '@lezer/common'
import type { ProgramText } from '../agents-sdk/model.ts'
import { stringOf } from '../agents-sdk/python-parts.ts'
import { type PythonProgram, argumentsOf, calleeOf, childrenOf, textOf, wordAt } from '../agents-sdk/python-program.ts'

const MOST_DEEP = 8
/** `{name}`, as `format` and templates fill it. */
const PLACE = /(?<!\{)\{([A-Za-z]\w*)\}(?!\})/g

/** The text with the places that it names itself: `{name}`. */
export const withPlaces = (text: ProgramText | undefined): ProgramText | undefined =>
  text && {
    text: text.text,
    places: [...new Set([...text.places, ...[...text.text.matchAll(PLACE)].map(([, name = '']) => name)])],
  }

/** The text of a prompt: a text, one that is formatted, a message or a template that holds one. */
export const promptOf = (program: PythonProgram, node: SyntaxNode | undefined, depth = 0): ProgramText | undefined => {
  if (node === undefined || depth > MOST_DEEP) return undefined
  const again = (one: SyntaxNode | null | undefined) => promptOf(program, one ?? undefined, depth + 1)
  if (node.name === 'VariableName') {
    const value = program.names.get(wordAt(program, node))
    return value === undefined || value === node ? undefined : again(value)
  }
  if (node.name !== 'CallExpression') return textOf(program, node)
  const callee = calleeOf(program, node)
  const { plain, named } = argumentsOf(program, node)
  if (callee.endsWith('.format')) return withPlaces(again(node.firstChild?.firstChild))
  if (/\.(?:strip|dedent)$/.test(callee)) return again(node.firstChild?.firstChild)
  if (/(?:^|\.)dedent$/.test(callee)) return again(plain[0])
  if (/(?:System|Human)Message(?:PromptTemplate)?$/.test(callee)) return again(named.get('content') ?? plain[0])
  if (/PromptTemplate(?:\.from_template)?$/.test(callee)) return withPlaces(again(named.get('template') ?? plain[0]))
  return textOf(program, node)
}

/** The prompts that a function gives to a model: its messages, or the text itself. Undefined if none can be read. */
export const promptsIn = (
  program: PythonProgram,
  definition: SyntaxNode,
  calls: readonly SyntaxNode[],
  asking: SyntaxNode,
): readonly ProgramText[] | undefined => {
  const found = new Set<SyntaxNode>()
  const isMessage = (node: SyntaxNode | undefined): node is SyntaxNode =>
    node?.name === 'CallExpression' && /(?:System|Human)Message$/.test(calleeOf(program, node))
  for (const call of calls) if (isMessage(call)) found.add(call)
  definition.cursor().iterate(({ name, node }) => {
    if (name === 'VariableName') {
      const value = program.names.get(wordAt(program, node))
      if (isMessage(value)) found.add(value)
    }
    if (name === 'TupleExpression' || name === 'DictionaryExpression') {
      const content = contentOf(program, node)
      if (content !== undefined) found.add(content)
    }
  })
  const [given] = argumentsOf(program, asking).plain
  const texts = [...found].map((node) => promptOf(program, node))
  const own = (texts.length === 0 ? [promptOf(program, given)] : texts).filter((text) => text !== undefined)
  return own.length === 0 && found.size > 0 ? undefined : own.filter(({ text }) => text.trim() !== '')
}

/** The content of `("system", …)` or `{"role": "system", "content": …}`. */
const contentOf = (program: PythonProgram, node: SyntaxNode): SyntaxNode | undefined => {
  const parts = childrenOf(node).filter(({ name }) => !['(', ')', '{', '}', ',', ':', 'Comment'].includes(name))
  const roles = ['system', 'human', 'user']
  if (node.name === 'TupleExpression')
    return parts.length === 2 && roles.includes(stringOf(program, parts[0]) ?? '') ? parts[1] : undefined
  const members = new Map(parts.flatMap((key, at) => (at % 2 === 0 ? [[stringOf(program, key), parts[at + 1]]] : [])))
  return roles.includes(stringOf(program, members.get('role')) ?? '') ? members.get('content') : undefined
}

/** Several messages as one text. */
export const joined = (texts: readonly ProgramText[]): ProgramText => ({
  text: texts.map(({ text }) => text).join('\n\n'),
  places: [...new Set(texts.flatMap(({ places }) => places))],
})
