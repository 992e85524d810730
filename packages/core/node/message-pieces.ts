import type { IncomingMessage } from 'node:http'

/** Bytes that wait to be read before the sender is asked to wait too. */
const MOST_WAITING = 64 * 1024

/** The body of a message of node:http as fast as it is read, what came meanwhile in one piece; breaks off after `mostBytes`. */
export class MessagePieces implements AsyncIterator<Uint8Array, undefined> {
  readonly #message: IncomingMessage
  #arrived: Buffer[] = []
  #waiting = 0
  #end: { readonly error?: Error } | undefined
  /** The readers that wait for the next piece. */
  #reader: { readonly resolve: (next: Next) => void; readonly reject: (error: Error) => void } | undefined

  constructor(message: IncomingMessage, mostBytes: number) {
    this.#message = message
    const fault = faultOf(message)
    if (fault || message.readableEnded) {
      this.#end = fault ? { error: fault } : {}
      return
    }
    let left = mostBytes
    message.on('data', (piece: Buffer) => {
      if ((left -= piece.byteLength) < 0) message.destroy(tooLong(mostBytes))
      else this.#take(piece)
    })
    message.on('end', () => this.#stop({}))
    message.on('error', (error) => this.#stop({ error }))
    message.on('close', () => {
      // An error costs its stack: most messages have ended by now.
      if (!this.#end) this.#stop({ error: cut() })
    })
  }

  next(): Promise<Next> {
    const [piece] = this.#arrived
    if (piece) {
      // One for all that came meanwhile: each piece costs its reader more than it costs to put them together.
      const value = this.#arrived.length === 1 ? piece : Buffer.concat(this.#arrived, this.#waiting)
      this.#arrived = []
      this.#waiting = 0
      this.#message.resume()
      return Promise.resolve({ done: false, value })
    }
    if (this.#end) return this.#end.error ? Promise.reject(this.#end.error) : Promise.resolve(OVER)
    return new Promise((resolve, reject) => (this.#reader = { resolve, reject }))
  }

  /** The rest is unwanted. */
  return(): Promise<Next> {
    this.#stop({})
    this.#arrived = []
    this.#message.destroy()
    return Promise.resolve(OVER)
  }

  #take(piece: Buffer): void {
    if (this.#end) return
    const reader = this.#reader
    this.#reader = undefined
    if (reader) return reader.resolve({ done: false, value: piece })
    this.#arrived.push(piece)
    this.#waiting += piece.byteLength
    if (this.#waiting >= MOST_WAITING) this.#message.pause()
  }

  #stop(end: { readonly error?: Error }): void {
    if (this.#end) return
    this.#end = end
    const reader = this.#reader
    this.#reader = undefined
    if (end.error) reader?.reject(end.error)
    else reader?.resolve(OVER)
  }
}

type Next = IteratorResult<Uint8Array, undefined>
const OVER: Next = { done: true, value: undefined }

const tooLong = (mostBytes: number): Error =>
  new Error(`The answer is longer than the ${mostBytes} bytes that are read.`)

const cut = (): Error => new Error('The connection closed before the answer was complete.')

/** The reason a message ended before a reader listened: its events don't come twice. */
const faultOf = (message: IncomingMessage): Error | undefined =>
  message.errored ?? (message.destroyed && !message.complete ? cut() : undefined)
