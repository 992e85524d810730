import type { Seeded } from './seeded.ts'
import { splitWords } from './words.ts'

/** A value's names, and the request's words in their order. */
export interface PlausiblePlace {
  /** Its own name; an item has the name of its list. */
  readonly name: string
  /** The names around it: `booking.customer`. */
  readonly around: string
  readonly said: readonly string[]
}

type Make = (random: Seeded, place: PlausiblePlace) => string

const PEOPLE = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Katherine Johnson', 'Edsger Dijkstra'] as const
const pick =
  (...values: readonly string[]): Make =>
  (random) =>
    random.pick(values) ?? ''
const part =
  (at: number): Make =>
  (random, place) =>
    person(random, place).split(' ').at(at) ?? ''
const two = (value: number): string => String(value).padStart(2, '0')
const day: Make = (random) => `2026-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`
const clock: Make = (random) => `${two(random.integer(8, 18))}:${two(random.integer(0, 3) * 15)}`
const digits = (random: Seeded, count: number): string =>
  Array.from({ length: count }, () => random.integer(0, 9)).join('')

const PLACE_WORDS = new Set(['in', 'to', 'from', 'near', 'at', 'around'])
const NO_NAMES =
  /^(?:I|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December)$/u

/** Names that the request says: runs of words with a capital, after the first word; with the word before each. */
const namesSaid = (said: readonly string[]): readonly { readonly before: string; readonly name: string }[] => {
  const found: { before: string; name: string; end: number }[] = []
  for (const [index, word] of said.entries()) {
    if (index === 0 || !/^\p{Lu}\p{Ll}+$/u.test(word) || NO_NAMES.test(word)) continue
    const last = found.at(-1)
    if (last?.end === index) Object.assign(last, { name: `${last.name} ${word}`, end: index + 1 })
    else found.push({ before: (said[index - 1] ?? '').toLowerCase(), name: word, end: index + 1 })
  }
  return found
}

const person: Make = (random, { said }) =>
  namesSaid(said).find(({ before, name }) => !PLACE_WORDS.has(before) && name.includes(' '))?.name ??
  random.pick(PEOPLE) ??
  ''
const place =
  (...values: readonly string[]): Make =>
  (random, { said }) =>
    namesSaid(said).find(({ before }) => PLACE_WORDS.has(before))?.name ?? random.pick(values) ?? ''

const email: Make = (random, at) => `${person(random, at).split(' ')[0]?.toLowerCase() ?? 'person'}@example.com`
const url: Make = (random) => `https://example.com/${random.integer(1, 999)}`
const phone: Make = (random) => `+1 555 01${digits(random, 2)}`
const file = pick('notes.txt', 'report.pdf', 'data.csv')

/** By the last words of a name, the longer first. Names that a request itself fills, such as `query`, are not among them. */
const TEXTS: { readonly [words: string]: Make | undefined } = {
  email,
  mail: email,
  'phone number': phone,
  phone,
  mobile: phone,
  fax: phone,
  url,
  uri: url,
  link: url,
  website: url,
  homepage: url,
  date: day,
  birthday: day,
  deadline: day,
  when: (random, at) => `${day(random, at)}T${clock(random, at)}:00Z`,
  timestamp: (random, at) => `${day(random, at)}T${clock(random, at)}:00Z`,
  time: clock,
  'time zone': pick('Europe/Berlin', 'America/New_York', 'Asia/Tokyo'),
  timezone: pick('Europe/Berlin', 'America/New_York', 'Asia/Tokyo'),
  duration: (random) => `${random.integer(1, 6) * 10} minutes`,
  'first name': part(0),
  'given name': part(0),
  'last name': part(-1),
  'family name': part(-1),
  surname: part(-1),
  'full name': person,
  'user name': (random, at) => part(0)(random, at).toLowerCase(),
  username: (random, at) => part(0)(random, at).toLowerCase(),
  'file name': file,
  filename: file,
  'card number': () => '4242424242424242',
  street: (random) => `${random.integer(1, 99)} Main Street`,
  address: (random, at) => `${random.integer(1, 99)} Main Street, ${city(random, at)}`,
  city: place('Lisbon', 'Oslo', 'Toronto', 'Kyoto'),
  town: place('Lisbon', 'Oslo', 'Toronto', 'Kyoto'),
  country: place('Portugal', 'Norway', 'Canada', 'Japan'),
  'country code': pick('PT', 'NO', 'CA', 'JP'),
  zip: (random) => digits(random, 5),
  'zip code': (random) => digits(random, 5),
  postcode: (random) => digits(random, 5),
  'postal code': (random) => digits(random, 5),
  currency: pick('EUR', 'USD', 'GBP'),
  'currency code': pick('EUR', 'USD', 'GBP'),
  language: pick('en', 'de', 'fr'),
  locale: pick('en-US', 'de-DE', 'fr-FR'),
  color: pick('blue', 'green', 'red'),
  colour: pick('blue', 'green', 'red'),
  company: pick('Example Ltd', 'Northwind', 'Contoso'),
  organization: pick('Example Ltd', 'Northwind', 'Contoso'),
  organisation: pick('Example Ltd', 'Northwind', 'Contoso'),
  employer: pick('Example Ltd', 'Northwind', 'Contoso'),
  status: pick('open', 'pending', 'done'),
  priority: pick('low', 'normal', 'high'),
  severity: pick('low', 'medium', 'high'),
  gender: pick('female', 'male', 'other'),
  version: (random) => `1.${random.integer(0, 9)}.0`,
  sku: (random) => `SKU-${digits(random, 4)}`,
  'order number': (random) => digits(random, 6),
}
const city: Make = (random, at) => TEXTS['city']?.(random, at) ?? ''

const PERSONS =
  /^(?:person|people|customer|client|user|author|contact|patient|employee|guest|member|owner|recipient|sender|passenger|attendee|technician|driver|student|teacher)s?$/u

const singular = (word: string): string => word.replace(/ies$/u, 'y').replace(/(?<=[^s])s$/u, '')

/** A text of the kind that a name asks for, such as `startDate` or `customer.name`; undefined where it asks for none. */
export const plausibleText = (at: PlausiblePlace, random: Seeded): string | undefined => {
  const words = splitWords(at.name)
  const last = words.at(-1) ?? ''
  const found =
    TEXTS[words.slice(-2).join(' ')] ?? TEXTS[last] ?? (last === 'status' ? undefined : TEXTS[singular(last)])
  if (found !== undefined) return found(random, at)
  const holder = words.length > 1 ? words.at(-2) : splitWords(at.around).at(-1)
  if (last === 'name' && PERSONS.test(holder ?? '')) return person(random, at)
  if (words.length === 1 && PERSONS.test(last)) return person(random, at)
  if (last !== 'id' || words.length < 2) return undefined
  return `${singular(words.at(-2) ?? '')}-${random.integer(1, 99)}`
}

type Range = readonly [least: number, most: number]
const RANGES: { readonly [word: string]: Range | undefined } = {
  year: [2020, 2030],
  month: [1, 12],
  day: [1, 28],
  hour: [1, 12],
  minute: [5, 55],
  age: [18, 80],
  percent: [1, 100],
  percentage: [1, 100],
  price: [5, 200],
  amount: [5, 200],
  cost: [5, 200],
  total: [5, 200],
  quantity: [1, 5],
  count: [1, 10],
  limit: [1, 20],
  page: [1, 5],
  size: [1, 50],
  latitude: [-60, 60],
  lat: [-60, 60],
  longitude: [-150, 150],
  lng: [-150, 150],
  lon: [-150, 150],
  temperature: [-5, 30],
  rating: [1, 5],
  stars: [1, 5],
  score: [1, 10],
  weight: [1, 50],
  port: [1024, 49151],
  confidence: [0, 1],
  probability: [0, 1],
  bpm: [70, 150],
  tempo: [70, 150],
}

/** The numbers that a name asks for, such as 1 to 12 for `month`. */
export const plausibleRange = (name: string): Range | undefined => {
  const last = splitWords(name).at(-1) ?? ''
  return RANGES[last] ?? RANGES[singular(last)]
}

/** Names of which the first is no more than the second: `startDate` and `endDate`. */
const ORDERED = [
  ['start', 'end'],
  ['from', 'to'],
  ['min', 'max'],
  ['minimum', 'maximum'],
  ['begin', 'end'],
  ['check in', 'check out'],
] as const

/** The name that `name` is the lower end for, if it is one: `endDate` for `startDate`. */
export const upperEndOf = (name: string, others: readonly string[]): string | undefined => {
  const words = splitWords(name).join(' ')
  for (const [low, high] of ORDERED) {
    if (words !== low && !words.startsWith(`${low} `)) continue
    const wanted = high + words.slice(low.length)
    const found = others.find((other) => splitWords(other).join(' ') === wanted)
    if (found !== undefined) return found
  }
  return undefined
}

/** The example that a description quotes: `such as "EUR"`. */
export const quotedExample = (description: string): string | undefined =>
  /(?:e\.g\.|such as|for example|example:|like)[\s,:]*(?:"([^"]+)"|'([^']+)'|`([^`]+)`|“([^”]+)”)/iu
    .exec(description)
    ?.slice(1)
    .find((text) => text !== undefined)
