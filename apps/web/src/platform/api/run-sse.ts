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
  /** The pieces of a line that has not ended yet: joined once, however many there are. */
  let rest: string[] = []
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
      let start = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        rest.push(text.slice(start, end))
        const whole = rest.length === 1 ? (rest[0] ?? '') : rest.join('')
        rest = []
        line(whole.endsWith('\r') ? whole.slice(0, -1) : whole)
        start = end + 1
      }
      if (start < text.length) rest.push(text.slice(start))
    },
  }
}
