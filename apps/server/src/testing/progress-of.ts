import type { Transport } from '@modelcontextprotocol/client'

/** One `notifications/progress`. */
export interface Told {
  readonly progress: number
  readonly message?: string
}

/**
 * Every progress that comes in, collected from now on: the client itself forgets what arrives in one piece with the
 * result. To be called before it connects.
 */
export const progressOf = (transport: Transport): readonly Told[] => {
  const told: Told[] = []
  transport.onmessage = (message) => {
    if ('method' in message && message.method === 'notifications/progress') told.push(message.params as unknown as Told) // as the protocol has it
  }
  return told
}
