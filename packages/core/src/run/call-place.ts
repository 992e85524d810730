import { sha256Text } from '../schema/hash.ts'

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
