import { burn } from './fuel.ts'
import { FORMATS, boundedFormat } from '../formats.ts'
import { canonicalJson } from '../hash.ts'
import type { Json } from '../json.ts'
import type { Judge, Site } from './judging.ts'
import { linearPattern } from '../linear-pattern.ts'
import { isMultipleOf } from './multiple-of.ts'
import { typeFits } from '../strict-subset.ts'
import { weigh } from '../weigh.ts'

type Maker = (site: Site, limit: Json) => Judge | undefined

/** Canonical text of a value, its cost counted. */
const textOf = (value: Json): string => {
  if (typeof value === 'object' && value !== null) burn(STEPS_PER_VALUE * weigh(value, Infinity))
  return canonicalJson(value)
}
/** Steps that writing one value of a larger one takes. */
const STEPS_PER_VALUE = 20

const type: Maker = (site, names) => {
  const written: readonly Json[] = Array.isArray(names) ? names : [names]
  const allowed = site.schema['nullable'] === true ? [...written, 'null'] : written
  return (value, judging) =>
    allowed.some((one) => typeFits(one, value)) || judging.fail(site, 'type', value, { type: names })
}

/** Texts and numbers are looked up as they are, anything else by its canonical text. */
const among = (options: readonly Json[]): ((value: Json) => boolean) => {
  const isPlain = (value: Json): boolean => typeof value !== 'object' || value === null
  const plain = new Set(options.filter(isPlain))
  const others = new Set(options.filter((one) => !isPlain(one)).map(canonicalJson))
  return (value) => (isPlain(value) ? plain.has(value) : others.size > 0 && others.has(textOf(value)))
}
const enumeration: Maker = (site, options) => {
  if (!Array.isArray(options)) return undefined
  const has = among(options)
  return (value, judging) => has(value) || judging.fail(site, 'enum', value, { allowedValues: options })
}
const constant: Maker = (site, only) => {
  const has = among([only])
  return (value, judging) => has(value) || judging.fail(site, 'const', value, { allowedValue: only })
}

const number =
  (keyword: string, fits: (value: number, limit: number) => boolean): Maker =>
  (site, limit) => {
    if (typeof limit !== 'number') return undefined
    return (value, judging) =>
      typeof value !== 'number' || fits(value, limit) || judging.fail(site, keyword, value, { limit })
  }

/** Code points, counted only where the units leave it open. */
const hasLength = (text: string, least: number, most: number): boolean => {
  if (text.length < least || text.length > 2 * most) return false
  if (text.length <= most && text.length >= 2 * least) return true
  burn(text.length)
  let length = 0
  for (const _ of text) length++
  return length >= least && length <= most
}
const minLength: Maker = (site, limit) => {
  if (typeof limit !== 'number') return undefined
  return (value, judging) =>
    typeof value !== 'string' || hasLength(value, limit, Infinity) || judging.fail(site, 'minLength', value, { limit })
}
const maxLength: Maker = (site, limit) => {
  if (typeof limit !== 'number') return undefined
  return (value, judging) =>
    typeof value !== 'string' || hasLength(value, 0, limit) || judging.fail(site, 'maxLength', value, { limit })
}

const pattern: Maker = (site, source) => {
  if (typeof source !== 'string') return undefined
  const matches = meteredPattern(source)
  return (value, judging) =>
    typeof value !== 'string' || matches(value) || judging.fail(site, 'pattern', value, { pattern: source })
}
/** The pattern, its steps counted before they are taken. */
export const meteredPattern = (source: string): ((text: string) => boolean) => {
  const compiled = linearPattern(source)
  return (text) => {
    burn(compiled.stepsPerCharacter * (1 + text.length))
    return compiled.test(text)
  }
}

const STEPS_OF_A_FORMAT = 20
const format: Maker = (site, name) => {
  const check = typeof name === 'string' ? FORMATS.get(name) : undefined
  if (check === undefined) return undefined
  const fits = boundedFormat(check)
  return (value, judging) => {
    if (typeof value !== 'string') return true
    burn(STEPS_OF_A_FORMAT + value.length)
    return fits(value) || judging.fail(site, 'format', value, { format: name })
  }
}

/** The checks of a value alone, in order. */
export const SCALARS: readonly (readonly [keyword: string, maker: Maker])[] = [
  ['type', type],
  ['const', constant],
  ['enum', enumeration],
  ['maximum', number('maximum', (value, limit) => value <= limit)],
  ['minimum', number('minimum', (value, limit) => value >= limit)],
  ['exclusiveMaximum', number('exclusiveMaximum', (value, limit) => value < limit)],
  ['exclusiveMinimum', number('exclusiveMinimum', (value, limit) => value > limit)],
  ['multipleOf', number('multipleOf', (value, limit) => isMultipleOf(limit, value))],
  ['maxLength', maxLength],
  ['minLength', minLength],
  ['pattern', pattern],
  ['format', format],
]
