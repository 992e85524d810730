import { isObject } from '@ensemble/core'
import type { Client } from '../../cli/client.ts'
import { readMessages } from '../../cli/read-events.ts'

const isIdeaChange = (event: unknown): boolean =>
  isObject(event) &&
  event['type'] === 'file.changed' &&
  typeof event['file'] === 'string' &&
  event['file'].startsWith('ideas/')

/** Calls `onChange` when an Idea is written, until `signal` aborts or the server that is followed ends. Never rejects. */
export const followIdeas = async (
  api: Pick<Client, 'stream'>,
  signal: AbortSignal,
  onChange: () => void,
): Promise<void> => {
  try {
    const { body } = await api.stream('/api/events')
    if (body === null) return
    const followed = body.pipeThrough(new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>(), {
      signal,
    })
    for await (const { data } of readMessages(followed)) {
      const events: unknown = JSON.parse(data)
      if (Array.isArray(events) && events.some(isIdeaChange)) onChange()
    }
  } catch {
    // It is away, it ended, or no client follows it any more.
  }
}
