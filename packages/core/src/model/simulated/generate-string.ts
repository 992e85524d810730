import type { Json, JsonObject } from '../../schema/json.ts'
import { plausibleText } from './plausible.ts'
import { patternString } from './pattern-string.ts'
import type { Seeded } from './seeded.ts'
import { asSentence, splitWords } from './words.ts'

const two = (value: number): string => String(value).padStart(2, '0')
const hex = (random: Seeded, length: number): string =>
  Array.from({ length }, () => random.integer(0, 15).toString(16)).join('')
const date = (random: Seeded): string => `2026-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`
const time = (random: Seeded): string => `${two(random.integer(0, 23))}:${two(random.integer(0, 59))}:00Z`

const BY_FORMAT: { readonly [format: string]: (random: Seeded) => string } = {
  date,
  time,
  'date-time': (random) => `${date(random)}T${time(random)}`,
  duration: (random) => `PT${random.integer(1, 59)}M`,
  email: (random) => `person${random.integer(1, 99)}@example.com`,
  hostname: (random) => `host${random.integer(1, 99)}.example.com`,
  ipv4: (random) => `192.0.2.${random.integer(1, 254)}`,
  ipv6: (random) => `2001:db8::${hex(random, 4)}`,
  uri: (random) => `https://example.com/${random.integer(1, 999)}`,
  'uri-reference': (random) => `/example/${random.integer(1, 999)}`,
  uuid: (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`,
  'json-pointer': (random) => `/${random.integer(0, 9)}`,
  regex: () => '.*',
}

const limit = (value: Json | undefined, fallback: number): number => (typeof value === 'number' ? value : fallback)

export interface TextPlace {
  readonly name: string
  /** For people, with the number of an item in a list: `report.tags[1]`. */
  readonly path: string
  /** The request: the text becomes a sentence about it. A parameter of a Call has none. */
  readonly echo?: string
  /** Words for a parameter. */
  readonly subject: readonly string[]
  /** The request's words in their order and case. */
  readonly said: readonly string[]
}

/** A string for a schema: by its format or pattern; for a parameter what its name asks for, or the request's own words; else a sentence that is honest about itself. */
export const generateString = (schema: JsonObject, place: TextPlace, random: Seeded): string | undefined => {
  const byFormat = typeof schema.format === 'string' ? BY_FORMAT[schema.format] : undefined
  if (byFormat !== undefined) return byFormat(random)
  const least = limit(schema.minLength, 0)
  const most = limit(schema.maxLength, Infinity)
  if (typeof schema.pattern === 'string') return patternString(schema.pattern, random, least)
  if (place.echo === undefined) {
    const around = place.path.split('.').slice(0, -1).join('.')
    const plausible = plausibleText({ name: place.name, around, said: place.said }, random)
    if (plausible !== undefined && plausible.length >= least && plausible.length <= most) return plausible
  }
  const texts = place.echo === undefined ? [phrase(place)] : sentences(schema, place, place.echo)
  return fit(texts.find((text) => text.length <= most) ?? texts.at(-1) ?? '', least, most)
}

const MOST_WORDS = 6
/** A list whose items are single words. */
const WORD_LIST = /^(?:tags?|labels?|keywords?)$/u

/** The request's words in their order, `Sad ballad sea waves`. */
const phrase = ({ name, path, subject }: TextPlace): string => {
  const word = WORD_LIST.test(name) ? subject[Number(/\[(\d+)\]$/u.exec(path)?.[1] ?? 0)] : undefined
  if (word !== undefined) return word
  const text = subject.length > 0 ? subject.slice(0, MOST_WORDS).join(' ') : `simulated ${labelOf({}, name)}`
  return text.charAt(0).toUpperCase() + text.slice(1) + itemNumber(path)
}

/** ` 2` for the second item of a list; the first has none. */
const itemNumber = (path: string): string => {
  const item = /\[(\d+)\]$/u.exec(path)?.[1]
  return item === undefined || item === '0' ? '' : ` ${Number(item) + 1}`
}

/** How a text begins that is honest about itself. */
export const MADE_UP = 'Simulated '

const MOST_ECHO = 120

/** `Simulated summary for “…”: what was found, in one sentence.`, and shorter ones for a place that is small. */
const sentences = (schema: JsonObject, { name, path }: TextPlace, echo: string): readonly string[] => {
  const what = `${MADE_UP}${labelOf(schema, name)}${itemNumber(path)}`
  const words = echo.replaceAll(/\s+/gu, ' ').trim()
  const shown = words.length > MOST_ECHO ? `${words.slice(0, MOST_ECHO).trimEnd()}…` : words
  const about = shown === '' ? what : `${what} for “${shown}”`
  const described = typeof schema.description === 'string' ? schema.description : ''
  const lower = described.charAt(0).toLowerCase() + described.slice(1)
  return [...(described === '' ? [] : [`${about}: ${lower}`]), about, what].map(asSentence)
}

const labelOf = ({ title }: JsonObject, name: string): string =>
  typeof title === 'string' && title !== '' ? title.toLowerCase() : splitWords(name).join(' ') || 'text'

const fit = (text: string, least: number, most: number): string => {
  let fitted = text
  while (fitted.length < least) fitted += ` ${text}`
  return most < fitted.length ? fitted.slice(0, Math.max(0, most)).trimEnd().padEnd(least, '.') : fitted
}
