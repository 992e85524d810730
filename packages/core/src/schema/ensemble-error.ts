/** A problem for people: a code with a page in docs/errors, a message that says what to do next. */
export class EnsembleError extends Error {
  override readonly name = 'EnsembleError'
  constructor(
    readonly code: string,
    message: string,
    readonly options: {
      readonly cause?: unknown
      readonly retryable?: boolean
      readonly errors?: readonly { path: string; message: string }[]
    } = {},
  ) {
    super(message, { cause: options.cause })
  }
}
