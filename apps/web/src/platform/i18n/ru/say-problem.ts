import { CODES, HINTS, SENTENCES, TITLES } from './problems.ts'

/** A sentence with `{name}` in it that finds itself in a text, and its Russian form. */
interface Template {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly russian: string
}

const toTemplate = ([english, russian]: readonly [string, string]): Template => {
  const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parts = english.split(/\{\w+\}/).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return { pattern: new RegExp(`^${parts.join('(.+?)')}$`, 's'), names, russian }
}

/** A list inside a sentence: `a (5), b (3) and 5 more`, `a or b`. */
const sayValue = (value: string): string =>
  value
    .replace(/ and (\d+) more$/, ' и ещё $1')
    .replaceAll(/(?<=[\w"')\]}]) and (?=[\w"'([{_$])/g, ' и ')
    .replaceAll(/(?<=[\w"')\]}]) or (?=[\w"'([{_$])/g, ' или ')

const sayBy = (templates: readonly Template[], text: string): string | undefined => {
  for (const { pattern, names, russian } of templates) {
    const found = pattern.exec(text)
    if (found === null) continue
    const values = new Map(names.map((name, index) => [name, found[index + 1] ?? '']))
    return russian.replaceAll(/\{(\w+)\}/g, (_, name: string) => sayValue(values.get(name) ?? ''))
  }
  return undefined
}

/** The words of a sentence without its values. */
const wordsOf = ([english]: readonly [string, string]): number => english.replaceAll(/\{\w+\}/g, '').length

/** The sentence with more own words first: `Remove this value` before `Remove {name}`. */
const toTemplates = (all: readonly (readonly [string, string])[]): readonly Template[] =>
  all.toSorted((a, b) => wordsOf(b) - wordsOf(a)).map(toTemplate)

const sentences = toTemplates(SENTENCES)
const hints = toTemplates(HINTS)
const titles = toTemplates(Object.entries(TITLES))

const HINT = /^(.+?) (Did you mean [^?]+\?|It has .+\.)$/s
const IN_FILE = /^(\S+\.json): (.+)$/s

/** The shared texts of a code's problems. */
export const meaningOf = (code: string): string | undefined =>
  Object.hasOwn(CODES, code) ? CODES[code as keyof typeof CODES] : undefined // as just seen

/** A problem in Russian: its own sentence where it is known here, else what its code means, after the file it names. */
export const sayProblem = (code: string, message: string): string => {
  const [, file, inFile] = IN_FILE.exec(message) ?? []
  if (file !== undefined && inFile !== undefined) return `${file}: ${sayProblem(code, inFile)}`
  const whole = sayBy(sentences, message)
  if (whole !== undefined) return whole
  const [, sentence = '', hint = ''] = HINT.exec(message) ?? []
  const [said, hinted] = [sayBy(sentences, sentence), sayBy(hints, hint)]
  if (said !== undefined) return hinted === undefined ? said : `${said} ${hinted}`
  const meant = meaningOf(code)
  if (meant === undefined) return message
  return hinted === undefined ? meant : `${meant} ${hinted}`
}

export const sayFix = (title: string): string => sayBy(titles, title) ?? title
