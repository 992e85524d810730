import type { Transport } from '@modelcontextprotocol/client'

/** One `notifications/progress`. */
export interface Notice {
  readonly progress: number
  readonly message?: string
}

/**
 * Collects every progress from now on: the client forgets those that arrive with the result. Call it before connecting.
 */
export const progressOf = (transport: Transport): readonly Notice[] => {
  const notices: Notice[] = []
  transport.onmessage = (message) => {
    if ('method' in message && message.method === 'notifications/progress')
      notices.push(message.params as unknown as Notice) // as the protocol has it
  }
  return notices
}
