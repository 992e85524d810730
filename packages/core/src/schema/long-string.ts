const NOT_PLAIN = /[\\\u0000-\u001f]/

/** The quote that no escape takes away, from `from` up to `to`; -1 if there is none. */
export const findClosingQuote = (text: string, start: number, from: number, to = text.length): number => {
  for (let end = text.indexOf('"', from); end >= 0 && end <= to; end = text.indexOf('"', end + 1)) {
    let before = end
    while (before > start && text.charCodeAt(before - 1) === 0x5c) before--
    if ((end - before) % 2 === 0) return end
  }
  return -1
}

/** The string between two quotes; undefined if no such string exists. */
export const unescape = (raw: string): string | undefined => {
  if (!NOT_PLAIN.test(raw)) return raw
  try {
    return JSON.parse(`"${raw}"`) as string // a text between two quotes, or no JSON
  } catch {
    return undefined
  }
}

const LONGEST_ESCAPE = 6

/** The last place up to `to` where a string that begins at `start` may be cut: no escape crosses it. */
export const cutOfString = (text: string, start: number, to: number): number => {
  const end = Math.min(to, text.length)
  const last = text.lastIndexOf('\\', end - 1)
  if (last < Math.max(start, end - LONGEST_ESCAPE + 1)) return end
  let before = last
  while (before > start && text.charCodeAt(before - 1) === 0x5c) before--
  // An even number of backslashes escape each other.
  return (last - before) % 2 === 0 ? last : end
}
