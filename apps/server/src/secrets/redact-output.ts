type Write = typeof process.stdout.write

const textOf = (chunk: string | Uint8Array): string =>
  typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)

type Redact = (text: string) => string

const redacts = new Set<Redact>()
let restore: (() => void) | undefined

const redactAll: Redact = (text) => [...redacts].reduce((clean, redact) => redact(clean), text)

const startRedacting = (): (() => void) => {
  const restores = [process.stdout, process.stderr].map((stream) => {
    const before: Write = stream.write
    const write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
      const text = redacts.size === 0 ? '' : textOf(chunk)
      const clean = redactAll(text)
      // The overloads of `write` differ in what follows the chunk, which is passed on as it came.
      return Reflect.apply(before, stream, [clean === text ? chunk : clean, ...rest]) as boolean
    }
    stream.write = write
    return (): void => {
      if (stream.write === write) stream.write = before
    }
  })
  return () => {
    for (const putBack of restores) putBack()
  }
}

/**
 * Redacts secrets in this process's output, until the returned function is called; the secrets of several workspaces at
 * a time. Each write is checked alone: a secret split over writes is missed.
 */
export const redactOutput = (redact: Redact): (() => void) => {
  redacts.add(redact)
  restore ??= startRedacting()
  return () => {
    redacts.delete(redact)
    if (redacts.size > 0) return
    restore?.()
    restore = undefined
  }
}
