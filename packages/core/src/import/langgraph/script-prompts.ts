import { type Node, isNode, nameOf, nodesIn, valueOf, walk } from '../../editor/snippet/script-program.ts'
import type { ProgramText } from '../agents-sdk/model.ts'
import { type Named, looseMembers, objectGiven, plain, textOf } from '../agents-sdk/script-parts.ts'
import { joined, withPlaces } from './prompts.ts'
import { propertyOf } from './script-model.ts'

const MOST_DEEP = 8
const MESSAGE = /^(?:System|Human)Message$/

/** The text of a prompt: a text, one that is formatted, a message or a template that holds one. */
export const scriptPromptOf = (node: unknown, named: Named, depth = 0): ProgramText | undefined => {
  const inner = plain(node)
  if (inner === undefined || depth > MOST_DEEP) return undefined
  const again = (one: unknown): ProgramText | undefined => scriptPromptOf(one, named, depth + 1)
  const name = nameOf(inner)
  if (name !== undefined) return named.names.has(name) ? again(named.names.get(name)) : undefined
  const content = contentOf(inner)
  if (content !== undefined) return again(content)
  const [first] = nodesIn(inner['arguments'])
  if (inner.type === 'NewExpression')
    return again(objectGiven(inner)?.get('content') ?? objectGiven(inner)?.get('template') ?? first)
  const called = inner.type === 'CallExpression' ? propertyOf(inner) : undefined
  if (called === 'fromTemplate') return withPlaces(again(first))
  if (called === 'fromMessages' && first?.type === 'ArrayExpression') {
    const texts = nodesIn(first['elements']).flatMap((one) => again(one) ?? [])
    return texts.length === 0 ? undefined : withPlaces(joined(texts))
  }
  const callee = inner['callee']
  if (/^(?:pipe|format|formatMessages|partial)$/.test(called ?? '') && isNode(callee)) return again(callee['object'])
  return textOf(inner, named)
}

/** The prompts that a function gives to a model: its messages, or the text itself. Undefined if none can be read. */
export const scriptPromptsIn = (
  code: Node,
  given: Node | undefined,
  named: Named,
): readonly ProgramText[] | undefined => {
  const found = new Set<Node>()
  const add = (node: Node): void => {
    if (node.type === 'NewExpression' && MESSAGE.test(nameOf(node['callee']) ?? '')) found.add(node)
    else if (contentOf(node) !== undefined) found.add(node)
    else if (node.type === 'CallExpression' && /^from(?:Messages|Template)$/.test(propertyOf(node) ?? ''))
      found.add(node)
  }
  walk(code, (node) => {
    const name = nameOf(node)
    const value = name === undefined ? undefined : plain(named.names.get(name))
    if (value !== undefined && !/Function/.test(value.type)) withinChain(value).forEach(add)
    add(node)
    return !found.has(node)
  })
  const texts = [...found].map((node) => scriptPromptOf(node, named))
  const own = (texts.length === 0 ? [scriptPromptOf(given, named)] : texts).filter((text) => text !== undefined)
  return own.length === 0 && found.size > 0 ? undefined : own.filter(({ text }) => text.trim() !== '')
}

/** The parts of `prompt.pipe(model)`, from its beginning. */
const withinChain = (node: Node): readonly Node[] => {
  const callee = node['callee']
  const before = isNode(callee) && propertyOf(node) === 'pipe' ? plain(callee['object']) : undefined
  return before === undefined ? [node] : withinChain(before)
}

/** The content of `["system", …]` or `{ role: "system", content: … }`. */
const contentOf = (node: Node): unknown => {
  const isRole = (one: unknown): boolean => /^(?:system|user|human)$/.test(String(valueOf(one, new Map()) ?? ''))
  if (node.type === 'ArrayExpression') {
    const [role, content, ...others] = nodesIn(node['elements'])
    return others.length === 0 && content !== undefined && isRole(role) ? content : undefined
  }
  if (node.type !== 'ObjectExpression') return undefined
  const members = looseMembers(node)
  return members.has('content') && isRole(members.get('role')) ? members.get('content') : undefined
}
