const ESCAPES: { readonly [letter: string]: string } = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** The text of a Go literal in quotes or backquotes; undefined if its bytes aren't text. */
export const goText = (literal: string): string | undefined => {
  if (literal.startsWith('`')) return literal.slice(1, -1).replaceAll('\r', '')
  let isText = true
  const text = literal
    .slice(1, -1)
    .replaceAll(
      /\\(?:([abfnrtv])|x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|([0-7]{3})|(.))/gsu,
      (_, ...found) => {
        const [letter, byte, short, long, octal, other] = found as readonly (string | undefined)[] // as the groups say
        if (letter !== undefined) return ESCAPES[letter] ?? ''
        const code = byte ?? short ?? long
        if (code === undefined && octal === undefined) return other ?? ''
        const number = octal === undefined ? Number.parseInt(code ?? '', 16) : Number.parseInt(octal, 8)
        const isByte = byte !== undefined || octal !== undefined
        if (number > 0x10_ff_ff || (isByte && number > 0x7f)) {
          isText = false
          return ''
        }
        return String.fromCodePoint(number)
      },
    )
  return isText ? text : undefined
}

/** A Go number that JSON has as well: no imaginary one, none in old octal. */
export const goNumber = (literal: string): number | undefined => {
  const plain = literal.replaceAll('_', '')
  const value = /^0\d/.test(plain) ? Number.NaN : Number(plain)
  return Number.isFinite(value) ? value : undefined
}
