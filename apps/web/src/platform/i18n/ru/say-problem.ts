import { HINT_TEXTS } from './hints.ts'
import { CODES, HINTS, SENTENCES, TITLES } from './problems.ts'
import { REFUSALS, REFUSAL_SENTENCES } from './refusals.ts'

/** A sentence with `{name}` in it that finds itself in a text, and its Russian form. */
interface Template {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly russian: string
}

/** How a sentence about a value names its place in it. */
const PLACE = '(the value|"[^"]*")'

const toTemplate = ([english, russian]: readonly [string, string]): Template => {
  const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const source = english
    .replaceAll(/[$()*+.?[\\\]^|]/g, String.raw`\$&`)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'place' ? PLACE : '(.+?)'))
  return { pattern: new RegExp(`^${source}$`, 's'), names, russian }
}

/** A list inside a sentence: `a (5), b (3) and 5 more`, `a or b`. */
const sayValue = (value: string): string =>
  value
    .replace(/ and (\d+) more$/, ' и ещё $1')
    .replaceAll(/(?<=[\w"')\]}]) and (?=[\w"'([{_$])/g, ' и ')
    .replaceAll(/(?<=[\w"')\]}]) or (?=[\w"'([{_$])/g, ' или ')

/** The Russian of the text that `{name}` is: `{what}` is a sentence by itself. */
const sayPart = (name: string, value: string): string =>
  name === 'what'
    ? (sayBy(sentences, value) ?? value)
    : name === 'place' && value === 'the value'
      ? 'значение'
      : sayValue(value)

const sayBy = (templates: readonly Template[], text: string): string | undefined => {
  for (const { pattern, names, russian } of templates) {
    const found = pattern.exec(text)
    if (found === null) continue
    const values = new Map(names.map((name, index) => [name, found[index + 1] ?? '']))
    return russian.replaceAll(/\{(\w+)\}/g, (_, name: string) => sayPart(name, values.get(name) ?? ''))
  }
  return undefined
}

/** The words of a sentence without its values. */
const wordsOf = ([english]: readonly [string, string]): number => english.replaceAll(/\{\w+\}/g, '').length

/** The sentence with more own words first: `Remove this value` before `Remove {name}`. */
const toTemplates = (all: readonly (readonly [string, string])[]): readonly Template[] =>
  all.toSorted((a, b) => wordsOf(b) - wordsOf(a)).map(toTemplate)

const sentences: readonly Template[] = toTemplates([...SENTENCES, ...REFUSAL_SENTENCES, ...HINT_TEXTS])
const hints = toTemplates(HINTS)
const titles = toTemplates(Object.entries(TITLES))

const HINT = /^(.+?) (Did you mean [^?]+\?|It has .+\.)$/s
const IN_FILE = /^(\S+\.json): (.+)$/s

/** The shared texts of a code's problems. */
export const meaningOf = (code: string): string | undefined =>
  Object.hasOwn(CODES, code) ? CODES[code as keyof typeof CODES] : undefined // as just seen

/** A refusal by its code, with the server's own words after it: they may name a place that only they know. */
const sayRefusal = (code: string, message: string): string => {
  const refused = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined
  if (refused === undefined || message === '') return refused ?? message
  return `${refused} (${message})`
}

/** A problem or a refusal in Russian: its own sentence where it is known here, else what its code means, after the file it names. */
export const sayProblem = (code: string, message: string): string => {
  const [, file, inFile] = IN_FILE.exec(message) ?? []
  if (file !== undefined && inFile !== undefined) return `${file}: ${sayProblem(code, inFile)}`
  const whole = sayBy(sentences, message)
  if (whole !== undefined) return whole
  const [, sentence = '', hint = ''] = HINT.exec(message) ?? []
  const [said, hinted] = [sayBy(sentences, sentence), sayBy(hints, hint)]
  if (said !== undefined) return hinted === undefined ? said : `${said} ${hinted}`
  const meant = meaningOf(code)
  if (meant === undefined) return sayRefusal(code, message)
  return hinted === undefined ? meant : `${meant} ${hinted}`
}

export const sayFix = (title: string): string => sayBy(titles, title) ?? title
