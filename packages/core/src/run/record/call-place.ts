import { sha256Text } from '../../schema/hash.ts'

/** A Call's place in its Run. */
export class CallPlace {
  readonly #run: string
  #id: string | undefined

  constructor(
    run: string,
    readonly span: string,
  ) {
    this.#run = run
  }

  /**
   * A Call's id for outside programs: derived from run and span, never random (docs/contract/protocol.md#the-journal).
   * Hashed on demand.
   */
  get id(): string {
    return (this.#id ??= `call_${sha256Text(`${this.#run}\n${this.span}`).slice(0, 20)}`)
  }
}

const NINE = 9

/**
 * A Call's id in messages: nine alphanumerics of its span's hash, as some providers demand; unique across `continues`.
 */
export const messageIdOf = (span: string, continues = ''): string =>
  BigInt(`0x${sha256Text(continues + span).slice(0, 12)}`)
    .toString(36)
    .padStart(NINE, '0')
    .slice(-NINE)
