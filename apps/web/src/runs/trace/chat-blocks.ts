import type { Json } from '@ensemble/core'
import type { ChatMessage } from '@ensemble/core/model'
import { splitSaid, type Block } from '@ensemble/core/trace'

/** One piece of a message as it is shown: a titled block, plain text, JSON that the model wrote, or a native call. */
export type ChatPiece =
  | { readonly type: 'block'; readonly block: Block }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'json'; readonly value: Json; readonly text: string }
  | { readonly type: 'call'; readonly name: string; readonly text: string }

/** A message taken apart for reading; nothing is left out. */
export function chatPieces(message: ChatMessage): readonly ChatPiece[] {
  return [...contentPieces(message.content), ...callPieces(message.tool_calls)]
}

const contentPieces = (content: Json | undefined): readonly ChatPiece[] => {
  if (content === undefined || content === null || content === '') return []
  if (typeof content === 'string') return textPieces(content)
  if (!Array.isArray(content)) return [{ type: 'json', value: content, text: JSON.stringify(content) }]
  return content.flatMap((part: Json): readonly ChatPiece[] =>
    isText(part) ? textPieces(part.text) : [{ type: 'json', value: part, text: JSON.stringify(part) }],
  )
}

const textPieces = (text: string): readonly ChatPiece[] => {
  const value = asContainer(text)
  if (value !== undefined) return [{ type: 'json', value, text }]
  return splitSaid(text).map((part) =>
    typeof part === 'string' ? { type: 'text', text: part } : { type: 'block', block: part },
  )
}

const callPieces = (calls: Json | undefined): readonly ChatPiece[] =>
  Array.isArray(calls)
    ? calls.flatMap((call: Json) => {
        const called = memberOf(call, 'function')
        const name = memberOf(called, 'name')
        const text = memberOf(called, 'arguments')
        return typeof name === 'string' && typeof text === 'string' ? [{ type: 'call' as const, name, text }] : []
      })
    : []

/** The value where the text is a whole JSON object or array. */
export const asContainer = (text: string): Json | undefined => {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as Json // JSON.parse yields Json
  } catch {
    return undefined
  }
}

const isText = (part: Json): part is { readonly type: 'text'; readonly text: string } =>
  memberOf(part, 'type') === 'text' && typeof memberOf(part, 'text') === 'string'

const memberOf = (value: Json | undefined, key: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? (value as { readonly [key: string]: Json })[key] // an object, by the checks before
    : undefined

/** The messages that a Request shares with the one before, to find new ones. */
export const pieceKey = (piece: ChatPiece): string => JSON.stringify(piece)

export const piecesOf = (messages: readonly ChatMessage[]): ReadonlySet<string> =>
  new Set(messages.flatMap((message) => chatPieces(message).map(pieceKey)))

/** Pieces that the Request before had and this one has not. */
export const gonePieces = (before: readonly ChatMessage[], now: readonly ChatMessage[]): readonly ChatPiece[] => {
  const left = piecesOf(now)
  return before.flatMap(chatPieces).filter((piece) => !left.has(pieceKey(piece)))
}

/** How many messages at the start are the same as in the Request before. */
export const sameStart = (before: readonly ChatMessage[], now: readonly ChatMessage[]): number => {
  let at = 0
  while (at < now.length && at < before.length && JSON.stringify(before[at]) === JSON.stringify(now[at])) at += 1
  return at
}
