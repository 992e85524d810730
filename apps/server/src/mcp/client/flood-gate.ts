import type { Transport } from '@modelcontextprotocol/client'

/** A server that says more than this in a second drowns everything else. */
const MESSAGES_PER_SECOND = 2000

/** Counts what comes in, messages and broken ones alike, and calls `onFlood` once where it is too much. */
export const guardAgainstFlood = (transport: Transport, now: () => number, onFlood: () => void): void => {
  let second = 0
  let inSecond = 0
  const count = (): void => {
    const current = Math.floor(now() / 1000)
    if (current !== second) {
      second = current
      inSecond = 0
    }
    if (++inSecond === MESSAGES_PER_SECOND) onFlood()
  }
  // The client keeps the handlers that it finds, and calls them before its own.
  transport.onmessage = count
  transport.onerror = count
}
