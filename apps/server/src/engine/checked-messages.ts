import { type Hash, createHash } from 'node:crypto'
import type { Sha256 } from '@ensemble/core'

/** Reads the conversations of a Run one after the other: what the next repeats is neither hashed nor parsed again. */
export interface CheckedMessages {
  /** Whether these messages are the conversation of that hash. */
  isWhole(hash: Sha256, messages: readonly string[]): boolean
  /** The messages as values; undefined if one isn't a value by itself: the list was not cut between its messages. */
  parsed(messages: readonly string[]): readonly unknown[] | undefined
}

/** A conversation without its last bracket, and the hash of that so far. */
interface Hashed {
  readonly messages: readonly string[]
  readonly hash: Hash
}

/** Loops of one Run that take turns. */
const MOST_HASHED = 4

const beginsWith = (messages: readonly string[], { messages: before }: Hashed): boolean =>
  before.length <= messages.length && before.every((message, index) => message === messages[index])

export const createCheckedMessages = (): CheckedMessages => {
  const hashed: Hashed[] = []
  const values = new Map<string, unknown>()
  const valueOf = (text: string): unknown => {
    const known = values.get(text)
    if (known !== undefined) return known
    const value: unknown = JSON.parse(text)
    values.set(text, value)
    return value
  }
  return {
    isWhole: (sha256, messages) => {
      const at = hashed.findLastIndex((one) => beginsWith(messages, one))
      const [before] = at < 0 ? [] : hashed.splice(at, 1)
      const hash = before?.hash.copy() ?? createHash('sha256').update('[')
      for (let index = before?.messages.length ?? 0; index < messages.length; index++)
        hash.update(`${index > 0 ? ',' : ''}${messages[index]}`)
      hashed.push({ messages, hash })
      if (hashed.length > MOST_HASHED) hashed.shift()
      return hash.copy().update(']').digest('hex') === sha256
    },
    parsed: (messages) => {
      try {
        return messages.map(valueOf)
      } catch {
        return undefined
      }
    },
  }
}
