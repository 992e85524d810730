import type { Transport } from '@modelcontextprotocol/client'

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
  transport.onmessage = count
  transport.onerror = count
}
