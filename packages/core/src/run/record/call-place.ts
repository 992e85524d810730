import { sha256Text } from '../../schema/hash.ts'

/** Where a Call stands in its Run. */
export class CallPlace {
  readonly #run: string
  #id: string | undefined

  constructor(
    run: string,
    readonly span: string,
  ) {
    this.#run = run
  }

  /** What outside programs know the Call by: derived from run and span, never random (docs/contract/protocol.md#the-journal). Hashed for the first who asks. */
  get id(): string {
    return (this.#id ??= `call_${sha256Text(`${this.#run}\n${this.span}`).slice(0, 20)}`)
  }
}

const NINE = 9

/**
 * What messages call a Call: nine alphanumerics of its span's hash, as some providers demand. A fork asks with the same
 * bytes; a Run that continues another (`continues`) uses none of that one's again.
 */
export const messageIdOf = (span: string, continues = ''): string =>
  BigInt(`0x${sha256Text(continues + span).slice(0, 12)}`)
    .toString(36)
    .padStart(NINE, '0')
    .slice(-NINE)
