/** Takes secret values out of whatever is written, by value (RELIABILITY.md, secrets). */
export interface Redactor {
  /** From now on this value is taken out. Values too short to tell from ordinary text are left. */
  readonly know: (secret: string) => void
  readonly redact: (text: string) => string
}

/** A shorter word than this would be found in ordinary text. */
export const SECRET_LENGTH = 8

export const createRedactor = (): Redactor => {
  const known = new Set<string>()
  let longestFirst: readonly string[] = []
  return {
    know: (secret) => {
      if (secret.length < SECRET_LENGTH || known.has(secret)) return
      // In a line of JSON a quote or backslash of the secret stands escaped.
      known.add(secret).add(JSON.stringify(secret).slice(1, -1))
      // One secret may begin another: the longer goes first, or its end would stay.
      longestFirst = [...known].toSorted((left, right) => right.length - left.length)
    },
    redact: (text) => longestFirst.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text),
  }
}
