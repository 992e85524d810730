/** Where the server tells what went wrong; never a secret, never a request's body. */
export interface Log {
  readonly warn: (message: string, details?: Readonly<Record<string, unknown>>) => void
  readonly error: (message: string, error: unknown) => void
}
