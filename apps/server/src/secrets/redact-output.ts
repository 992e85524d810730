type Write = typeof process.stdout.write

const textOf = (chunk: string | Uint8Array): string =>
  typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)

/**
 * Redacts secrets in this process's output, until the returned function is called. Each write is checked alone: a
 * secret split over writes is missed.
 */
export const redactOutput = (redact: (text: string) => string): (() => void) => {
  const restores = [process.stdout, process.stderr].map((stream) => {
    const before: Write = stream.write
    let isOn = true
    const write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
      const text = isOn ? textOf(chunk) : ''
      const clean = isOn ? redact(text) : ''
      // The overloads of `write` differ in what follows the chunk, which is passed on as it came.
      return Reflect.apply(before, stream, [clean === text ? chunk : clean, ...rest]) as boolean
    }
    stream.write = write
    return (): void => {
      isOn = false
      if (stream.write === write) stream.write = before
    }
  })
  return () => {
    for (const restore of restores) restore()
  }
}
