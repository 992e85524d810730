import { isJson } from './results.ts'

const TOKEN = /["\-\d]/g
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** The numbers in a JSON text that `JSON.parse` reads as others, those in JSON inside of its strings too. The text is valid JSON. */
export const roundedNumbers = (text: string, depth = 0): readonly string[] => {
  const found: string[] = []
  TOKEN.lastIndex = 0
  for (let at = nextToken(text, 0); at >= 0;) {
    if (text.charAt(at) === '"') {
      const end = endOfString(text, at)
      if (depth < DEEPEST_TEXT) found.push(...inString(text.slice(at, end), depth))
      at = nextToken(text, end)
    } else {
      NUMBER.lastIndex = at
      const written = NUMBER.exec(text)?.[0] ?? '-'
      if (plain(written) !== plain(JSON.stringify(Number(written)))) found.push(written)
      at = nextToken(text, at + written.length)
    }
  }
  return found
}
/** Arguments are JSON in a text; nothing known writes JSON in JSON in a text. */
const DEEPEST_TEXT = 1

const nextToken = (text: string, from: number): number => {
  TOKEN.lastIndex = from
  return TOKEN.exec(text)?.index ?? -1
}

/** Behind the closing quote. */
const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === '"') return at + 1
    if (letter === '\\') at++
  }
  return text.length
}

const inString = (token: string, depth: number): readonly string[] => {
  if (!/^"\s*[[{]/.test(token)) return []
  try {
    const inner: unknown = JSON.parse(token)
    if (typeof inner !== 'string' || !isJson(inner)) return []
    JSON.parse(inner)
    return roundedNumbers(inner, depth + 1)
  } catch {
    return []
  }
}

/** A number as its digits and the power of ten of the last: `1.50` and `15e-1` are alike. */
const plain = (number: string): string => {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const all = whole + part
  const digits = all.replace(/^0+/, '').replace(/0+$/, '')
  if (digits === '') return whole === '' ? number : '0'
  const zeros = all.length - all.replace(/0+$/, '').length
  return `${sign}${digits}e${Number(power) - part.length + zeros}`
}
