import type { IncomingMessage } from 'node:http'

/** Headers of a node:http message as `fetch` gives them, immutable. Read lazily: most callers read one. */
export class MessageHeaders implements Iterable<[string, string]> {
  readonly #headers: IncomingMessage['headers']

  constructor({ headers }: IncomingMessage) {
    this.#headers = headers
  }

  get(name: string): string | null {
    const value = this.#headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : (value ?? null)
  }

  has(name: string): boolean {
    return this.#headers[name.toLowerCase()] !== undefined
  }

  getSetCookie(): string[] {
    return [...(this.#headers['set-cookie'] ?? [])]
  }

  /** Sorted by name; each cookie by itself. */
  *[Symbol.iterator](): Generator<[string, string]> {
    for (const name of Object.keys(this.#headers).toSorted())
      if (name === 'set-cookie') for (const cookie of this.getSetCookie()) yield [name, cookie]
      else yield [name, this.get(name) ?? '']
  }

  entries(): Generator<[string, string]> {
    return this[Symbol.iterator]()
  }

  *keys(): Generator<string> {
    for (const [name] of this) yield name
  }

  *values(): Generator<string> {
    for (const [, value] of this) yield value
  }

  forEach(act: (value: string, name: string, all: MessageHeaders) => void): void {
    for (const [name, value] of this) act(value, name, this)
  }

  append(): never {
    return unchangeable()
  }

  set(): never {
    return unchangeable()
  }

  delete(): never {
    return unchangeable()
  }
}

const unchangeable = (): never => {
  throw new TypeError('The headers of an answer cannot be changed.')
}
