import type { IncomingMessage } from 'node:http'
import { MessageHeaders } from './message-headers.ts'
import { MessagePieces } from './message-pieces.ts'

/**
 * A node:http message as `fetch` returns it. The platform's Response with its stream costs more than the sending, so
 * text is gathered as text and a stream is made only on demand (Fetch standard §5.5).
 */
class MessageResponse implements AsyncIterable<Uint8Array> {
  readonly status: number
  readonly statusText: string
  readonly redirected = false
  readonly type = 'basic'
  readonly #message: IncomingMessage
  #headers: MessageHeaders | undefined
  #body: ReadableStream<Uint8Array> | null | undefined
  #isRead = false

  constructor(
    message: IncomingMessage,
    readonly url: string,
    private readonly mostBytes: number,
  ) {
    this.#message = message
    this.status = message.statusCode ?? 502
    this.statusText = message.statusMessage ?? ''
    // There is no body to read, and only a fully read answer releases its connection.
    if (hasNoBody(this.status)) message.resume()
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get headers(): MessageHeaders {
    return (this.#headers ??= new MessageHeaders(this.#message))
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.#body === undefined)
      this.#body = hasNoBody(this.status) ? null : this.#isRead ? nothingLeft() : streamOf(this.#pieces())
    return this.#body
  }

  get bodyUsed(): boolean {
    return this.#isRead || (this.#body?.locked ?? false)
  }

  async text(): Promise<string> {
    // As in the platform: invalid UTF-8 becomes U+FFFD, and a byte order mark is dropped.
    return new TextDecoder().decode(await this.#gather())
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.#gather())
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer as ArrayBuffer // its own copy, never shared
  }

  blob(): Promise<Blob> {
    return this.#toPlatform().blob()
  }

  formData(): Promise<FormData> {
    return this.#toPlatform().formData()
  }

  clone(): Response {
    if (this.bodyUsed) throw new TypeError(USED)
    const platform = this.#toPlatform()
    const clone = platform.clone()
    this.#body = platform.body
    return clone
  }

  #toPlatform(): Response {
    const { status, statusText, headers } = this
    return new Response(this.body, { status, statusText, headers: [...headers] })
  }

  /** Its pieces as they come. Read like this no stream is made of them. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    if (this.bodyUsed || this.#body) throw new TypeError(USED)
    this.#isRead = true
    return this.#pieces()
  }

  #pieces(): MessagePieces {
    return new MessagePieces(this.#message, this.mostBytes)
  }

  async #gather(): Promise<Uint8Array> {
    if (this.bodyUsed) throw new TypeError(USED)
    if (this.#body) return new Uint8Array(await new Response(this.#body).arrayBuffer())
    const pieces: Uint8Array[] = []
    for await (const piece of this) pieces.push(piece)
    const [first] = pieces
    return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces)
  }
}

const USED = 'Body is unusable: Body has already been read'

/** A message of node:http as what `fetch` returns; its body is read as fast as it is consumed, and breaks off after `mostBytes`. */
export const toResponse = (message: IncomingMessage, url: string, mostBytes = Infinity): Response =>
  new MessageResponse(message, url, mostBytes) as unknown as Response // all that the standard asks of one, by another class

const hasNoBody = (status: number): boolean => status === 204 || status === 304

const nothingLeft = (): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })

const streamOf = (pieces: MessagePieces): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return()
    },
  })
