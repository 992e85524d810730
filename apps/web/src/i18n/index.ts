import { en } from './en/index.ts'

/** A text, or its plural forms chosen by `count`. `{name}` stands for a variable. */
export type Text = string | { readonly one: string; readonly other: string }

/** The dotted paths of a catalogue's texts: `{ canvas: { fit: 'Fit' } }` has `canvas.fit`. */
type Keys<T> = {
  [K in keyof T & string]: T[K] extends Text ? K : `${K}.${Keys<T[K]>}`
}[keyof T & string]

export type MessageKey = Keys<typeof en>
export type Variables = Readonly<Record<string, string | number>>

const LOCALE = 'en'
const plurals = new Intl.PluralRules(LOCALE)
const numbers = new Intl.NumberFormat(LOCALE)

const isText = (value: unknown): value is Text =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && 'other' in value)

const flatten = (catalogue: object, prefix: string): [string, Text][] =>
  Object.entries(catalogue).flatMap(([key, value]: [string, unknown]): [string, Text][] => {
    if (isText(value)) return [[prefix + key, value]]
    return typeof value === 'object' && value !== null ? flatten(value, `${prefix}${key}.`) : []
  })

/**
 * The texts of a catalogue by key; numbers among the variables are grouped, `count` chooses the plural form. What opens
 * later brings a catalogue of its own, so that the first page does not wait for it.
 */
export const createTexts = <T extends object>(catalogue: T) => {
  const texts: ReadonlyMap<string, Text> = new Map(flatten(catalogue, ''))
  return (key: Keys<T>, variables: Variables = {}): string => {
    const text = texts.get(key) ?? key
    const form =
      typeof text === 'string' ? text : plurals.select(Number(variables['count'])) === 'one' ? text.one : text.other
    return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = variables[name]
      if (value === undefined) return whole
      return typeof value === 'number' ? numbers.format(value) : value
    })
  }
}

/** The page's text for `key`. */
export const t = createTexts(en)
