import type { IncomingMessage } from 'node:http'

/**
 * A message of node:http as what `fetch` returns. The platform's own Response with its stream costs more than the
 * sending: here a body that is wanted as text is gathered as text, and becomes a stream only where somebody reads one.
 * Follows the Fetch standard (§5.5, Response) in everything but its class.
 */
class MessageResponse {
  readonly status: number
  readonly statusText: string
  readonly redirected = false
  readonly type = 'basic'
  readonly #message: IncomingMessage
  #headers: Headers | undefined
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
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get headers(): Headers {
    return (this.#headers ??= new Headers([...entriesOf(this.#message)]))
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.#body === undefined) this.#body = hasNoBody(this.status) ? null : streamOf(this.#message, this.mostBytes)
    return this.#body
  }

  get bodyUsed(): boolean {
    return this.#isRead || (this.#body?.locked ?? false)
  }

  async text(): Promise<string> {
    // As the platform does it: what is no UTF-8 becomes U+FFFD, and a byte order mark is left out.
    return new TextDecoder().decode(await this.#gather())
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.#gather())
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer as ArrayBuffer // a copy of its own, never shared
  }

  blob(): Promise<Blob> {
    return this.#toPlatform().blob()
  }

  formData(): Promise<FormData> {
    return this.#toPlatform().formData()
  }

  clone(): Response {
    const platform = this.#toPlatform()
    const clone = platform.clone()
    this.#body = platform.body
    return clone
  }

  #toPlatform(): Response {
    const { status, statusText, headers } = this
    return new Response(this.body, { status, statusText, headers })
  }

  async #gather(): Promise<Uint8Array> {
    if (this.bodyUsed) throw new TypeError('Body is unusable: Body has already been read')
    if (this.#body) return new Uint8Array(await new Response(this.#body).arrayBuffer())
    this.#isRead = true
    const chunks: Buffer[] = []
    await new Promise<void>((done, fail) => {
      const end = faultOf(this.#message)
      if (end) return fail(end)
      const isTooLong = createCounter(this.mostBytes)
      this.#message.on('data', (chunk: Buffer) => {
        if (isTooLong(chunk)) this.#message.destroy(tooLong(this.mostBytes))
        else chunks.push(chunk)
      })
      this.#message.on('end', done)
      this.#message.on('error', fail)
      this.#message.on('close', () => fail(cut()))
    })
    const [first] = chunks
    return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
  }
}

/** A message of node:http as what `fetch` returns; its body is read as fast as it is consumed, and breaks off after `mostBytes`. */
export const toResponse = (message: IncomingMessage, url: string, mostBytes = Infinity): Response =>
  new MessageResponse(message, url, mostBytes) as unknown as Response // all that the standard asks of one, by another class

const tooLong = (mostBytes: number): Error =>
  new Error(`The answer is longer than the ${mostBytes} bytes that are read.`)

const createCounter = (mostBytes: number): ((chunk: Buffer) => boolean) => {
  let left = mostBytes
  return (chunk) => (left -= chunk.byteLength) < 0
}

const cut = (): Error => new Error('The connection closed before the answer was complete.')

/** What ended a message before anybody listened: its events do not come twice. */
const faultOf = (message: IncomingMessage): Error | undefined =>
  message.errored ?? (message.destroyed && !message.complete ? cut() : undefined)

const hasNoBody = (status: number): boolean => status === 204 || status === 304

function* entriesOf(message: IncomingMessage): Generator<[string, string]> {
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined) yield [name, Array.isArray(value) ? value.join(', ') : value]
}

const streamOf = (message: IncomingMessage, mostBytes: number): ReadableStream<Uint8Array> => {
  let isOpen = true
  const isTooLong = createCounter(mostBytes)
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = (how: () => void): void => {
        if (isOpen) how()
        isOpen = false
      }
      const fault = faultOf(message)
      if (fault) return end(() => controller.error(fault))
      message.on('data', (chunk: Buffer) => {
        if (!isOpen) return
        if (isTooLong(chunk)) return void message.destroy(tooLong(mostBytes))
        controller.enqueue(chunk)
        if ((controller.desiredSize ?? 0) <= 0) message.pause()
      })
      message.on('end', () => end(() => controller.close()))
      message.on('error', (error) => end(() => controller.error(error)))
      message.on('close', () => end(() => controller.error(cut())))
      message.pause()
    },
    pull() {
      message.resume()
    },
    cancel() {
      // The stream is closed already; what the message still says is nobody's.
      isOpen = false
      message.destroy()
    },
  })
}
