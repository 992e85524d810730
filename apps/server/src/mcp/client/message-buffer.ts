import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { isLarge } from '@ensemble/core/host'
import { LONGEST_MESSAGE, parseMessageInTurns } from './message-limits.ts'

/** Bytes of whole messages that wait for a large one before them to be read. */
const MOST_WAITING = 4 * LONGEST_MESSAGE
const LF = 10

export interface MessageBufferOptions {
  /** A message as the SDK wants it. Throws if it isn't one. */
  readonly toMessage: (value: unknown) => JSONRPCMessage
  /** Takes a message that was too large to be read while the SDK asked. */
  readonly deliver: (message: JSONRPCMessage) => void
  readonly onError: (error: Error) => void
}

/**
 * A process's unread output, replacing the SDK's buffer: it parses large messages in turns and never copies a byte
 * again for each later piece.
 */
export class MessageBuffer {
  readonly #options: MessageBufferOptions
  /** The bytes of the unfinished line. */
  #pieces: Uint8Array[] = []
  #length = 0
  #lines: Buffer[] = []
  #waiting = 0
  #isReading = false
  #isClosed = false

  constructor(options: MessageBufferOptions) {
    this.#options = options
  }

  /** Throws where the process wrote more than can be read; what comes then is skipped. */
  append(chunk: Uint8Array): void {
    if (this.#isClosed) return
    let from = 0
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      const line = Buffer.concat([...this.#pieces, chunk.subarray(from, end)])
      this.#lines.push(line)
      this.#waiting += line.length
      this.#pieces = []
      this.#length = 0
      from = end + 1
    }
    this.#pieces.push(chunk.subarray(from))
    this.#length += chunk.length - from
    if (this.#length <= LONGEST_MESSAGE && this.#waiting <= MOST_WAITING) return
    this.clear()
    throw new Error('The server wrote more than can be read: over 10 MB in one message.')
  }

  /** The next message, or null. Skips lines that are not JSON. */
  readMessage(): JSONRPCMessage | null {
    while (!this.#isReading) {
      const line = this.#lines.shift()
      if (line === undefined) return null
      this.#waiting -= line.length
      if (isLarge(line.length)) return this.#readInTurns(line)
      try {
        return this.#options.toMessage(JSON.parse(line.toString('utf8')))
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
      }
    }
    return null
  }

  clear(): void {
    this.#isClosed = true
    this.#pieces = []
    this.#lines = []
  }

  #readInTurns(line: Buffer): null {
    const { toMessage } = this.#options
    this.#isReading = true
    void parseMessageInTurns(line.toString('utf8'))
      .then((value) => this.#pass(() => toMessage(value)))
      .catch(this.#options.onError)
      .finally(() => {
        this.#isReading = false
        while (this.#lines.length > 0 && !this.#isReading) this.#pass(() => this.readMessage())
      })
    return null
  }

  #pass(read: () => JSONRPCMessage | null): void {
    const { deliver, onError } = this.#options
    try {
      const message = read()
      if (message !== null && !this.#isClosed) deliver(message)
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
    }
  }
}
