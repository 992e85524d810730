import type { Transport } from '@modelcontextprotocol/client'

/** One `notifications/progress`. */
export interface Told {
  readonly progress: number
  readonly message?: string
}

/**
 * Collects every progress from now on: the client forgets those that arrive with the result. Call it before connecting.
 */
export const progressOf = (transport: Transport): readonly Told[] => {
  const told: Told[] = []
  transport.onmessage = (message) => {
    if ('method' in message && message.method === 'notifications/progress') told.push(message.params as unknown as Told) // as the protocol has it
  }
  return told
}
