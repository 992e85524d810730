/** A text in JSON in a text in JSON: a model's answer quotes a result that quotes an endpoint, and the Journal quotes it all. */
const DEEPEST_QUOTE = 5
/** Fewer characters of base64 than this would be found in other base64. */
const SHORTEST_BASE64 = 9

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Every byte with a mark before it: `%41%42`, `\x41\x42`; also without one. */
const inHex = (bytes: Buffer, mark: string): readonly string[] => {
  const lower = [...bytes].map((byte) => mark + byte.toString(16).padStart(2, '0')).join('')
  return [lower, [...bytes].map((byte) => mark + byte.toString(16).padStart(2, '0').toUpperCase()).join('')]
}

const inUnits = (secret: string): readonly string[] => {
  const units = Array.from({ length: secret.length }, (_, index) =>
    secret.charCodeAt(index).toString(16).padStart(4, '0'),
  )
  return [units.map((unit) => `\\u${unit}`).join(''), units.map((unit) => `\\u${unit.toUpperCase()}`).join('')]
}

/**
 * The characters of base64 that only the secret decides, at each offset: those that share bits with a neighbour are
 * left off.
 */
const inBase64 = (bytes: Buffer): readonly string[] =>
  [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const first = Math.ceil((before * 8) / 6)
    const own = text.slice(first, Math.floor(((before + bytes.length) * 8) / 6))
    return own.length < SHORTEST_BASE64 ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })

/** Every way in which a value is commonly written. */
export const waysOfWriting = (secret: string): ReadonlySet<string> => {
  const bytes = Buffer.from(secret)
  const percent = [
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
  ]
  const plain = [
    secret,
    ...percent,
    // Some write the digits of an escape in lower case.
    ...percent.map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())),
    ...inHex(bytes, '%'),
    secret.replaceAll(/[&<>"']/g, (character) => HTML[character] ?? character),
  ]
  const ways = new Set([...plain, ...inBase64(bytes), ...inHex(bytes, '')])
  // A quote or backslash is escaped once more at each level of quoting.
  for (const written of [secret, ...inUnits(secret), ...inHex(bytes, '\\x')]) {
    let quoted = written
    for (let level = 0; level < DEEPEST_QUOTE; level++) {
      ways.add(quoted)
      quoted = JSON.stringify(quoted).slice(1, -1)
    }
    ways.add(quoted)
  }
  return ways
}
