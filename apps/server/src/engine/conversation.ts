import type { Sha256 } from '@ensemble/core'
import { BODY_BYTES, sha256Text } from '@ensemble/core/host'

/**
 * A conversation as what differs from the one before (docs/decisions/2026-11-23-a-conversation-is-stored-once.md): runs of the base's
 * messages, new messages, and long new messages by their hash.
 */
export interface Recipe {
  /** Its place among the conversations that build on each other; 0 if it builds on none. */
  readonly depth: number
  readonly items: readonly Item[]
}
type Item =
  | { readonly type: 'copied'; readonly from: number; readonly to: number }
  | { readonly type: 'new'; readonly text: string }
  | { readonly type: 'part'; readonly hash: Sha256 }

/** Every so many conversations one builds on the one so many before it, so that few rows give any of them. */
export const STEP = 16

const FIRST = '[{"role":"'
const LAST = '}]'
const BETWEEN = '},{"role":"'

/** The messages of a conversation's JSON text; undefined if it isn't one, or not as this program writes it. */
export const messagesIn = (text: string): readonly string[] | undefined => {
  if (!text.startsWith(FIRST) || !text.endsWith(LAST) || text.includes('\n')) return undefined
  const messages: string[] = []
  let from = 1
  // Quotes inside strings are escaped, so this never occurs in one.
  for (let at = text.indexOf(BETWEEN); at >= 0; at = text.indexOf(BETWEEN, at + 1)) {
    messages.push(text.slice(from, at + 1))
    from = at + 2
  }
  messages.push(text.slice(from, -1))
  return messages
}

export const conversationOf = (messages: readonly string[]): string => `[${messages.join(',')}]`

/** The recipe of `messages`, built on `base` where that gives some of them, and the parts that it names. */
export const recipeFor = (
  messages: readonly string[],
  base: readonly string[],
  depth: number,
): { readonly recipe: Recipe; readonly parts: ReadonlyMap<Sha256, string> } => {
  const items: Item[] = []
  const parts = new Map<Sha256, string>()
  let places: ReadonlyMap<string, number> | undefined
  let run: { type: 'copied'; from: number; to: number } | undefined
  for (const message of messages) {
    const next: number = run?.to ?? 0
    const isNext = base[next] === message
    const at = isNext ? next : (places ??= placesOf(base)).get(message)
    if (at === undefined) {
      run = undefined
      items.push(itemOf(message, parts))
    } else if (run !== undefined && isNext) run.to += 1
    else {
      run = { type: 'copied', from: at, to: at + 1 }
      items.push(run)
    }
  }
  return { recipe: { depth: items.some(({ type }) => type === 'copied') ? depth : 0, items }, parts }
}

const placesOf = (messages: readonly string[]): ReadonlyMap<string, number> =>
  new Map(messages.map((message, index) => [message, index]))

const itemOf = (text: string, parts: Map<Sha256, string>): Item => {
  if (text.length <= BODY_BYTES) return { type: 'new', text }
  const hash = sha256Text(text)
  parts.set(hash, text)
  return { type: 'part', hash }
}

/** As stored: a line of JSON, `[depth, [from, to] | count of new messages | hash, …]`, and a line for each new message. */
export const writeRecipe = ({ depth, items }: Recipe): string => {
  const head: (number | string | readonly number[])[] = [depth]
  const lines: string[] = []
  let last: Item | undefined
  for (const item of items) {
    if (item.type === 'copied') head.push([item.from, item.to])
    else if (item.type === 'part') head.push(item.hash)
    else {
      lines.push(item.text)
      if (last?.type === 'new') head.push(Number(head.pop()) + 1)
      else head.push(1)
    }
    last = item
  }
  return [JSON.stringify(head), ...lines].join('\n')
}

/** Undefined if it isn't one: then it is damaged. */
export const readRecipe = (text: string): Recipe | undefined => {
  const [head = '', ...lines] = text.split('\n')
  const listed = parsedList(head)
  const depth = listed?.[0]
  if (listed === undefined || typeof depth !== 'number') return undefined
  const items: Item[] = []
  let line = 0
  for (const item of listed.slice(1)) {
    if (typeof item === 'string')
      items.push({ type: 'part', hash: item as Sha256 }) // looked for, and compared
    else if (typeof item === 'number')
      for (const end = Math.min(line + item, lines.length); line < end; line++)
        items.push({ type: 'new', text: lines[line] ?? '' })
    else if (Array.isArray(item)) items.push({ type: 'copied', from: Number(item[0]), to: Number(item[1]) })
  }
  return { depth, items }
}

const parsedList = (text: string): readonly unknown[] | undefined => {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : undefined
  } catch {
    return undefined
  }
}

/** The messages that a recipe gives; undefined where a part of it is lost. */
export const messagesOf = (
  { items }: Recipe,
  base: readonly string[],
  part: (hash: Sha256) => string | undefined,
): readonly string[] | undefined => {
  const messages: string[] = []
  for (const item of items) {
    if (item.type === 'copied') for (const message of base.slice(item.from, item.to)) messages.push(message)
    else {
      const text = item.type === 'new' ? item.text : part(item.hash)
      if (text === undefined) return undefined
      messages.push(text)
    }
  }
  return messages
}

export const partsIn = ({ items }: Recipe): readonly Sha256[] =>
  items.flatMap((item) => (item.type === 'part' ? [item.hash] : []))
