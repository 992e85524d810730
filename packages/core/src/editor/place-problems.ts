import { createScanner } from 'jsonc-parser'
import type { JsonDocument } from '../schema/json-document.ts'
import { memberOf, nearestNode, nodeAt } from '../schema/json-document.ts'
import type { LintSeverities } from '../tool/lint-finding.ts'
import type { Problem } from '../tool/problem.ts'
import { fixOf } from './fixes/fixes.ts'
import type { FixNames } from './fixes/fix.ts'

type Range = readonly [offset: number, length: number]

/** A problem before it has a place in a text; `word` is what inside a string is meant. */
export interface FoundProblem extends Problem {
  readonly word?: string
  /** The meta field a problem of a whole Tool is about. */
  readonly field?: string
  readonly alias?: string
}

/** Codes whose range was read off the broken text itself. */
const KEEPS_RANGE = /\.(?:json|duplicateKey|comment)$/u
const IN_KEY = new Set([
  'tool.unknownField',
  'idea.unknownField',
  'schema.unknownKeyword',
  'schema.metaMisplaced',
  'lint.namesAlike',
])

/** Problems with exact ranges in the file's text and quick fixes where there are any, in the order of the text. */
export const placeProblems = (
  file: string,
  document: JsonDocument,
  found: readonly FoundProblem[],
  names: FixNames,
): readonly Problem[] => {
  const seen = new Set<string>()
  return found
    .map((problem) => placeOne(file, document, problem, names))
    .filter(({ code, path, message, range }) => {
      const key = JSON.stringify([code, path, message, range])
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
    .toSorted((a, b) => (a.range?.[0] ?? 0) - (b.range?.[0] ?? 0))
}

const placeOne = (file: string, document: JsonDocument, found: FoundProblem, names: FixNames): Problem => {
  const { word, field, alias, range: known, ...rest } = found
  const path = field === undefined ? rest.path : metaPath(document, rest, field, alias)
  const range = known !== undefined && KEEPS_RANGE.test(rest.code) ? known : rangeOf(document, path, rest.code, word)
  const problem: Problem = { ...rest, path, file, range }
  const fix = fixOf(problem, document, names)
  return fix === undefined ? problem : { ...problem, fix }
}

/** Where in a Tool a meta field's value is written, whichever way and under whichever name. */
const metaPath = (document: JsonDocument, { path, message }: Problem, field: string, alias?: string): string => {
  const tool = nodeAt(document.root, path)
  for (const key of [field, ...(alias === undefined ? [] : [alias])]) {
    for (const holder of ['/properties', '']) {
      const written = memberOf(holder === '' ? tool : memberOf(tool, 'properties'), key)
      if (written === undefined) continue
      const at = `${path}${holder}/${key}`
      if (memberOf(written, 'const') !== undefined) return `${at}/const`
      const values = memberOf(written, 'enum')?.children ?? []
      const index = values.findIndex(({ value }) => typeof value === 'string' && message.includes(value))
      return index < 0 ? at : `${at}/enum/${index}`
    }
  }
  return path
}

/** A marker covers what a person would point at: a value, or the key of something large. */
const rangeOf = (document: JsonDocument, path: string, code: string, word: string | undefined): Range => {
  const { root, text } = document
  if (root === undefined) return [0, Math.min(1, text.length)]
  const { node, isWhole } = nearestNode(root, path)
  if (word !== undefined) {
    const at = text.slice(node.offset, node.offset + node.length).indexOf(word)
    if (at >= 0) return [node.offset + at, word.length]
  }
  const isLarge = node.type === 'object' || node.type === 'array'
  const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
  if (key !== undefined && (isLarge || (isWhole && IN_KEY.has(code)))) return [key.offset, key.length]
  return isLarge ? [node.offset, 1] : [node.offset, node.length]
}

/** Comments of a text, allowed in a draft and not in a saved file. */
export const commentProblems = (text: string, isDraft: boolean, severities: LintSeverities): readonly Problem[] => {
  if (!text.includes('//') && !text.includes('/*')) return []
  const severity = severities['file.comment'] ?? (isDraft ? 'info' : 'error')
  if (severity === 'off') return []
  const scanner = createScanner(text, false)
  const found: Problem[] = []
  const message = isDraft
    ? 'Comments stay in the draft: the saved file is JSON without comments.'
    : 'A saved file is JSON without comments.'
  for (let kind: number = scanner.scan(); kind !== END && found.length < MOST_COMMENTS; kind = scanner.scan()) {
    if (kind !== LINE_COMMENT && kind !== BLOCK_COMMENT) continue
    const range: Range = [scanner.getTokenOffset(), scanner.getTokenLength()]
    found.push({ code: 'file.comment', severity, message, path: '', range })
  }
  return found
}

const MOST_COMMENTS = 100
// jsonc-parser's token kinds are a const enum, which has no value at run time.
const LINE_COMMENT = 12
const BLOCK_COMMENT = 13
const END = 17
