import type { Transport } from '@modelcontextprotocol/client'
import { type Json, isObject } from '@ensemble/core'
import { tooLong } from './long-list.ts'

/** A server that says more than this in a second drowns everything else. */
const MESSAGES_PER_SECOND = 2000
/** Characters on the error stream. */
const STDERR_PER_SECOND = 4 * 1024 * 1024

/** Counts in seconds, and calls `onTooMuch` each time the sum of one second passes `most`. */
const createMeter = (most: number, now: () => number, onTooMuch: () => void): ((amount: number) => void) => {
  let second = 0
  let sum = 0
  return (amount) => {
    const current = Math.floor(now() / 1000)
    if (current !== second) {
      second = current
      sum = 0
    }
    const before = sum
    sum += amount
    if (before < most && sum >= most) onTooMuch()
  }
}

/** Takes note of what a server writes on its error stream; calls `onFlood` where it is too much to be read. */
export const createStderrMeter = (now: () => number, onFlood: () => void): ((text: string) => void) => {
  const count = createMeter(STDERR_PER_SECOND, now, onFlood)
  return (text) => count(text.length)
}

/** Counts what comes in, messages and broken ones alike, and calls `onFlood` where it is too much. */
export const guardAgainstFlood = (transport: Transport, now: () => number, onFlood: () => void): void => {
  const meter = createMeter(MESSAGES_PER_SECOND, now, onFlood)
  const count = (): void => meter(1)
  // The client keeps the handlers that it finds, and calls them before its own.
  transport.onmessage = (message) => {
    count()
    refuseLongList(message)
  }
  transport.onerror = count
}

/** The client looks through every part of a list before anybody sees it: one that is too long becomes an error instead. */
const refuseLongList = (message: object): void => {
  if (!('result' in message) || !isObject(message.result) || !Array.isArray(message.result['tools'])) return
  const tools = message.result['tools'] as readonly Json[] // read from JSON
  const text = tooLong(tools)
  if (text === undefined) return
  delete message.result
  Object.assign(message, { error: { code: -32000, message: text } })
}
