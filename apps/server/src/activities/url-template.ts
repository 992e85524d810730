import { type Template, type Values, fillTemplate, parametersOf, parseTemplate } from './template.ts'

/** An address with a fixed host: parameters are allowed only in its path and query. */
export interface UrlTemplate {
  /** Scheme, host and port. */
  readonly origin: string
  readonly path: readonly Template[]
  readonly query: readonly { readonly name: string; readonly value: Template }[]
}

const ADDRESS = /^(https?:\/\/[^/?#{}\\@\s]+)(\/[^?#]*)?(?:\?([^#]*))?$/i

const parseAll = (texts: readonly string[]): readonly Template[] | undefined => {
  const templates = texts.map(parseTemplate)
  return templates.every((template) => template !== undefined) ? templates : undefined
}

const splitPair = (pair: string): { readonly name: string; readonly text: string } => {
  const at = pair.indexOf('=')
  return at < 0 ? { name: pair, text: '' } : { name: pair.slice(0, at), text: pair.slice(at + 1) }
}

/** Undefined if it isn't an http(s) address, has a place in its host or a secret in its path. */
export const parseUrlTemplate = (text: string): UrlTemplate | undefined => {
  const [, base, path = '/', query = ''] = ADDRESS.exec(text) ?? []
  if (base === undefined || !URL.canParse(base)) return undefined
  const segments = parseAll(path.slice(1).split('/'))
  const pairs = query === '' ? [] : query.split('&').map(splitPair)
  const values = parseAll(pairs.map(({ text: value }) => value))
  if (segments === undefined || values === undefined || path.includes('secret://')) return undefined
  if (pairs.some(({ name }) => name === '' || /[{}]/.test(name))) return undefined
  return {
    origin: new URL(base).origin,
    path: segments,
    query: pairs.map(({ name }, index) => ({ name, value: values[index] ?? [] })),
  }
}

export const parametersOfUrl = ({ path, query }: UrlTemplate): readonly string[] =>
  [...path, ...query.map(({ value }) => value)].flatMap(parametersOf)

/** Two dots, as a server would understand them however they are written. */
const isDots = (segment: string): boolean => /^(\.|%2e){1,2}$/i.test(segment)

/** The address with its places filled, each as one segment or value. Throws Error that names the parameter. */
export const fillUrl = ({ origin, path, query }: UrlTemplate, values: Values): URL => {
  const segments = path.map((template) => {
    const segment = fillTemplate(template, values, encodeURIComponent)
    const names = parametersOf(template).join('" and "')
    if (segment === undefined) throw new Error(`The address needs the parameter "${names}".`)
    if (names !== '' && (segment === '' || isDots(segment)))
      throw new Error(`The parameter "${names}" must not be empty, "." or ".." in an address.`)
    return segment
  })
  const pairs = query.flatMap(({ name, value }) => {
    const text = fillTemplate(value, values, encodeURIComponent)
    return text === undefined ? [] : [`${name}=${text}`]
  })
  return new URL(`${origin}/${segments.join('/')}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`)
}
