import { isObject } from '@ensemble/core'
import type { Client } from '../../cli/client.ts'

const isIdeaChange = (event: unknown): boolean =>
  isObject(event) &&
  event['type'] === 'file.changed' &&
  typeof event['file'] === 'string' &&
  event['file'].startsWith('ideas/')

/** Calls `onChange` when an Idea is written, until `signal` aborts or the server that is followed ends. Never rejects. */
export const followIdeas = async (api: Client, signal: AbortSignal, onChange: () => void): Promise<void> => {
  const stream = await api.stream('/api/events').catch(() => undefined)
  const reader = stream?.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) return
  const leave = (): void => void reader.cancel().catch(() => undefined)
  if (signal.aborted) return leave()
  signal.addEventListener('abort', leave, { once: true })
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
    if (done || value === undefined) return
    const messages = (rest + value).split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const data = message.split('\n').find((line) => line.startsWith('data: '))
      // What this very program's server wrote.
      const events: unknown = data === undefined ? [] : JSON.parse(data.slice('data: '.length))
      if (Array.isArray(events) && events.some(isIdeaChange)) onChange()
    }
  }
}
