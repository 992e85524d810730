import { parsePitchName, type Key, type Mode } from '../theory/pitch.ts'
import { parseMetre, type Metre } from '../theory/metre.ts'

const MODE_NAMES: readonly (readonly [RegExp, Mode])[] = [
  [/^(maj|ion|$)/u, 'major'],
  [/^mix/u, 'mixolydian'],
  [/^dor/u, 'dorian'],
  [/^lyd/u, 'lydian'],
  [/^phr/u, 'phrygian'],
  [/^(m|min|aeo)/u, 'minor'],
]

export const parseKey = (text: string): Key => {
  const match = /^([A-Ga-g][#b]?)\s*([A-Za-z]*)/u.exec(text.trim())
  const tonic = match?.[1] === undefined ? undefined : parsePitchName(match[1])
  if (!match || tonic === undefined) return { tonic: 0, mode: 'major' }
  const name = (match[2] ?? '').toLowerCase()
  return { tonic, mode: MODE_NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? 'major' }
}

const parseFraction = (text: string): number => {
  const [above, below] = text.split('/')
  return Number(above ?? 1) / Number(below ?? 1)
}
/** Quarter notes a minute, from `1/4=72`, `72` or `3/8=60`. */
const parseTempo = (text: string): number => {
  const bare = text.replaceAll(/"[^"]*"/gu, '').trim()
  const match = /^(?:(\d+\/\d+)\s*=\s*)?(\d+(?:\.\d+)?)/u.exec(bare)
  if (!match) return 96
  const beat = match[1] === undefined ? 0.25 : parseFraction(match[1])
  return Math.min(300, Math.max(20, Number(match[2]) * beat * 4))
}

/** A narrow page shows so many characters of a centred title. */
const WIDEST_LINE = 60

/** A subtitle in lines: a part each, and a long part broken after its commas. */
export const subtitleLines = (subtitle: string): readonly string[] =>
  subtitle === '' ? [] : subtitle.split(/(?<=[^\s,]); (?=\S)/u).flatMap(breakAtCommas)

const breakAtCommas = (part: string): readonly string[] => {
  const [first = '', ...rest] = part.split(/(?<=\S,) (?=\S)/u)
  const lines = [first]
  for (const piece of rest) {
    const longer = `${lines.at(-1)} ${piece}`
    if (longer.length > WIDEST_LINE) lines.push(piece)
    else lines[lines.length - 1] = longer
  }
  return lines
}

/** Reads what `subtitleLines` wrote: the next line continues a line that ends in a comma. */
const joinSubtitle = (before: string | undefined, line: string): string =>
  before === undefined ? line : `${before}${before.endsWith(',') ? ' ' : '; '}${line}`

/** The fields of a tune's header, as far as they were read. */
export interface Header {
  title: string
  subtitle?: string
  genre: string
  key: Key
  metre: Metre
  tempo: number
  unit: number | undefined
}

/** Takes a field into the header; a field that says nothing here is passed over. */
export const readField = (header: Header, name: string, value: string): void => {
  if (name === 'T' && header.title === '') header.title = value
  else if (name === 'T') header.subtitle = joinSubtitle(header.subtitle, value)
  else if (name === 'R') header.genre = value.toLowerCase()
  else if (name === 'M')
    header.metre = value === 'C' ? parseMetre('4/4') : value === 'C|' ? parseMetre('2/2') : parseMetre(value)
  else if (name === 'L') header.unit = parseFraction(value) * 4
  else if (name === 'Q') header.tempo = parseTempo(value)
}
