/** Takes secret values out of whatever is written, by value (RELIABILITY.md, secrets). */
export interface Redactor {
  /** From now on this value is taken out. Values too short to tell from ordinary text are left. */
  readonly know: (secret: string) => void
  readonly redact: (text: string) => string
  /** Whether a file's bytes hold a known value: a file cannot be changed without breaking it. */
  readonly isIn: (bytes: Uint8Array) => boolean
}

/** A shorter word than this would be found in ordinary text. */
export const SECRET_LENGTH = 8

/** A text in JSON in a text in JSON: a model's answer quotes a result that quotes an endpoint, and the Journal quotes it all. */
const DEEPEST_QUOTE = 5

/** Every way in which a value is commonly written. */
const waysOf = (secret: string): ReadonlySet<string> => {
  const form = new URLSearchParams([['', secret]]).toString().slice(1)
  const ways = new Set([secret, encodeURIComponent(secret), encodeURI(secret), form])
  // A quote or backslash of the secret stands escaped once more at each level.
  let quoted = secret
  for (let level = 0; level < DEEPEST_QUOTE; level++) ways.add((quoted = JSON.stringify(quoted).slice(1, -1)))
  return ways
}

export const createRedactor = (): Redactor => {
  const known = new Set<string>()
  let longestFirst: readonly string[] = []
  return {
    know: (secret) => {
      if (secret.length < SECRET_LENGTH || known.has(secret)) return
      for (const way of waysOf(secret)) known.add(way)
      // One secret may begin another: the longer goes first, or its end would stay.
      longestFirst = [...known].toSorted((left, right) => right.length - left.length)
    },
    redact: (text) => longestFirst.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text),
    isIn: (bytes) => {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      return longestFirst.some((secret) => buffer.includes(secret))
    },
  }
}
