import type { Tool } from './tool.ts'
import { wordsOf } from './words.ts'

/** The Tools of one Idea are linted in a row; the words of thousands are not kept. */
const MOST_KEPT = 16
const kept = new Map<Tool, readonly string[]>()

/** `wordsOf` a Tool's description, for the rules that look at it one after the other. */
export const wordsOfDescription = (tool: Tool): readonly string[] => {
  const known = kept.get(tool)
  if (known !== undefined) return known
  const words = wordsOf(tool.description)
  if (kept.size === MOST_KEPT) kept.clear()
  kept.set(tool, words)
  return words
}
