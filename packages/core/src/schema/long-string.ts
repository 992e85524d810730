const NOT_PLAIN = /[\\\u0000-\u001f]/

/** The quote that no escape takes away, at or behind `from`; -1 where there is none. */
export const findClosingQuote = (text: string, start: number, from: number): number => {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end
    while (before > start && text.charCodeAt(before - 1) === 0x5c) before--
    if ((end - before) % 2 === 0) return end
  }
  return -1
}

/** The string that stands between two quotes; undefined where none can be written so. */
export const unescape = (raw: string): string | undefined => {
  if (!NOT_PLAIN.test(raw)) return raw
  try {
    return JSON.parse(`"${raw}"`) as string // a text between two quotes, or no JSON
  } catch {
    return undefined
  }
}
