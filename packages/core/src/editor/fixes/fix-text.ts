import type { JsonDocument, JsonNode } from '../../schema/json-document.ts'
import { removeChild } from '../../schema/json-edits.ts'
import type { Problem } from '../../tool/problem.ts'
import type { Fix } from './fix.ts'
import { titleOf } from './fix-titles.ts'

const SYNTAX = (problem: Problem, { text }: JsonDocument): Fix | undefined => {
  const [offset] = problem.range ?? [0]
  const before = text.slice(0, offset).trimEnd()
  const isTrailing = before.endsWith(',') && /^[}\]]/u.test(text.slice(offset))
  if (isTrailing) return { title: titleOf('removeComma'), edits: [{ offset: before.length - 1, length: 1, text: '' }] }
  if (!problem.message.includes('a comma is expected')) return undefined
  return { title: titleOf('addComma'), edits: [{ offset: before.length, length: 0, text: ',' }] }
}

const DUPLICATE = ({ range }: Problem, document: JsonDocument): Fix | undefined => {
  const key = range && keyNodeAt(document.root, range[0])
  return key?.parent && { title: titleOf('removeThis'), edits: removeChild(document, key.parent) }
}

const keyNodeAt = (node: JsonNode | undefined, offset: number): JsonNode | undefined => {
  if (node === undefined || offset < node.offset || offset >= node.offset + node.length) return undefined
  if (node.type === 'property' && node.children?.[0]?.offset === offset) return node.children[0]
  for (const child of node.children ?? []) {
    const found = keyNodeAt(child, offset)
    if (found !== undefined) return found
  }
  return undefined
}

/** Fixes of what the text itself says, where no path leads. */
export const BY_RANGE: {
  readonly [code: string]: ((problem: Problem, document: JsonDocument) => Fix | undefined) | undefined
} = {
  'idea.json': SYNTAX,
  'tool.json': SYNTAX,
  'idea.duplicateKey': DUPLICATE,
  'tool.duplicateKey': DUPLICATE,
  'file.comment': ({ range }) =>
    range && { title: titleOf('removeComment'), edits: [{ offset: range[0], length: range[1], text: '' }] },
}
