/** One message of a `text/event-stream`. */
export interface SseMessage {
  readonly event: string
  readonly id: string
  readonly data: string
}

/**
 * Splits an event stream that arrives in pieces of any size. Comments (keep-alives) and `retry` are skipped.
 * EventSource would do this too, but tells neither the status of a refusal nor takes a header.
 */
export function createSseParser(onMessage: (message: SseMessage) => void): { push: (text: string) => void } {
  let rest = ''
  let event = ''
  let id = ''
  let data: string[] = []
  const line = (text: string): void => {
    if (text === '') {
      if (data.length > 0 || event !== '') onMessage({ event, id, data: data.join('\n') })
      event = ''
      data = []
      return
    }
    const colon = text.indexOf(':')
    const field = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id') id = value
  }
  return {
    push: (text) => {
      const lines = (rest + text).split(/\r\n|\n/)
      rest = lines.pop() ?? ''
      for (const each of lines) line(each)
    },
  }
}
