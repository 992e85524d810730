import { en } from './en/index.ts'
import { language } from './language.ts'
import { translatedTexts, type Catalogues } from './translated.ts'
import type { Plural, Text } from './translation.ts'

/** The dotted paths of a catalogue's texts: `{ canvas: { fit: 'Fit' } }` has `canvas.fit`. */
type Keys<T> = {
  [K in keyof T & string]: T[K] extends Text ? K : `${K}.${Keys<T[K]>}`
}[keyof T & string]

/** The keys of several catalogues, whatever those are called. */
type KeysOf<T> = { [Name in keyof T]: Keys<T[Name]> }[keyof T]

export type Variables = Readonly<Record<string, string | number>>

const plurals = new Intl.PluralRules(language)
const numbers = new Intl.NumberFormat(language)

const isPlural = (value: unknown): value is Plural => typeof value === 'object' && value !== null && 'other' in value

const flatten = (catalogue: object, prefix = ''): [string, Text][] =>
  Object.entries(catalogue).flatMap(([key, value]: [string, unknown]): [string, Text][] => {
    if (typeof value === 'string' || isPlural(value)) return [[prefix + key, value]]
    return typeof value === 'object' && value !== null ? flatten(value, `${prefix}${key}.`) : []
  })

/**
 * Texts by key in the page's language; numbers are grouped, `count` chooses the plural form. Later screens bring their
 * own catalogues, each under its translation's name.
 */
export const createTexts = <T extends Catalogues>(catalogues: T) => {
  // With the first text that is shown: modules of the first page are read before its translation is there.
  let texts: ReadonlyMap<string, Text> | undefined
  const read = (): ReadonlyMap<string, Text> =>
    new Map(
      Object.entries(catalogues).flatMap(([name, catalogue]) => [
        ...flatten(catalogue),
        ...flatten(translatedTexts()[name] ?? {}),
      ]),
    )
  return (key: KeysOf<T>, variables: Variables = {}): string => {
    const text = (texts ??= read()).get(key) ?? key
    const form = typeof text === 'string' ? text : (text[formOf(variables['count'])] ?? text.other)
    return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = variables[name]
      if (value === undefined) return whole
      return typeof value === 'number' ? numbers.format(value) : value
    })
  }
}

/** A language that needs more forms than the catalogues have takes the last. */
const formOf = (count: string | number | undefined): keyof Plural => {
  const form = plurals.select(Number(count))
  return form === 'one' || form === 'few' || form === 'many' ? form : 'other'
}

/** The page's text for `key`. */
export const t = createTexts(en)
