import { isObject, type Json } from '../../schema/json.ts'
import { wordsOf } from './choose-tools.ts'
import { isShownRef } from './context-values.ts'
import type { SeenBlock } from './read-conversation.ts'
import { meanings } from './verbs.ts'
import { contentWords } from './words.ts'

/** A person's text in a value: the user's messages in a list. A blank line separates texts. */
export const spokenIn = (value: Json): string => {
  if (Array.isArray(value)) {
    const items: readonly Json[] = value
    const said = items.every(isChatMessage) ? items.filter(({ role }) => role === 'user') : items
    return said.map((item) => (isChatMessage(item) ? wordsOf(item.content) : spokenIn(item))).join('\n\n')
  }
  if (isShownRef(value)) return isObject(value) ? wordsOf(value.preview) : ''
  return isObject(value) ? Object.values(value).map(spokenIn).join('\n\n') : wordsOf(value)
}

const isChatMessage = (value: Json): value is { readonly role: string; readonly content: Json } =>
  isObject(value) && typeof value.role === 'string' && value.content !== undefined

const MOST_LABEL_WORDS = 2

/** Words of short texts next to a longer one, such as a name in a form: they aren't part of the request. */
export const labelsOf = (text: string): ReadonlySet<string> => {
  const words = text.split('\n\n').map(contentWords)
  const isLabel = (of: readonly string[]): boolean =>
    of.length <= MOST_LABEL_WORDS && of.every((word) => meanings(word).length === 0)
  return words.every(isLabel) ? new Set() : new Set(words.filter(isLabel).flat())
}

/** Input fields with text too long to show: an unread part may hold a prohibition. */
export const unreadFields = (blocks: readonly SeenBlock[]): readonly string[] =>
  blocks.filter(({ kind }) => kind === 'input').flatMap(({ value }) => unreadIn(value, ''))

const unreadIn = (value: Json, name: string): readonly string[] => {
  if (!isObject(value)) return []
  if (isShownRef(value)) return value.type === 'string' || TEXTS.test(String(value.preview)) ? [name] : []
  return Object.entries(value).flatMap(([field, item]) => unreadIn(item, field))
}

/** How a list of texts or of chat messages begins. */
const TEXTS = /^\[(?:"|\{"(?:role|content)")/u
