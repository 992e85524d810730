import type { Json, JsonObject } from '../../schema/json.ts'
import { patternString } from './pattern-string.ts'
import type { Seeded } from './seeded.ts'
import { splitWords } from './words.ts'

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

/** A string for a schema: by its format or pattern, else a few of the request's own words. */
export const generateString = (
  schema: JsonObject,
  name: string,
  random: Seeded,
  subject: readonly string[],
): string | undefined => {
  const byFormat = typeof schema.format === 'string' ? BY_FORMAT[schema.format] : undefined
  if (byFormat !== undefined) return byFormat(random)
  const least = limit(schema.minLength, 0)
  const most = limit(schema.maxLength, Infinity)
  if (typeof schema.pattern === 'string') return patternString(schema.pattern, random, least)
  return fit(phrase(name, random, subject), least, most)
}

/** Three of the request's words, from a place that the seed picks: `Sea waves ballad`. */
const phrase = (name: string, random: Seeded, subject: readonly string[]): string => {
  const start = random.integer(0, Math.max(0, subject.length - 1))
  const words = [...subject.slice(start), ...subject.slice(0, start)].slice(0, 3)
  const text = words.length > 0 ? words.join(' ') : `${splitWords(name).join(' ') || 'value'} ${random.integer(1, 99)}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const fit = (text: string, least: number, most: number): string => {
  let fitted = text
  while (fitted.length < least) fitted += ` ${text}`
  return most < fitted.length ? fitted.slice(0, Math.max(0, most)).trimEnd().padEnd(least, '.') : fitted
}
