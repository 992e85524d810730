import type { Json, JsonObject } from '../schema/json.ts'
import { hasOwn, isObject } from '../schema/json.ts'
import type { Lost } from './conversion.ts'
import { lostOf } from './lost-sentences.ts'

/** An operation's place in its document. */
export interface OperationPlace {
  /** The operation's path as the document writes it, with `{parameters}`; empty where it is not known. */
  readonly route: string
  readonly method: string
  readonly name: string
}

/** The request part of an operation: its resolved parameters by place. */
export interface OperationParts {
  readonly operation: JsonObject
  readonly parameters: readonly JsonObject[]
  /** The whole body is one parameter of the Tool. */
  readonly bodyIsOne: boolean
  /** The body is sent as a form, not as JSON. */
  readonly isForm: boolean
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The address of the operation's server, or else the document's, as it is written. */
const serverOf = (document: JsonObject, operation: JsonObject): string | undefined => {
  const [first] = serversOf(document, operation)
  return typeof first?.['url'] === 'string' ? first['url'] : undefined
}

const serversOf = (document: JsonObject, operation: JsonObject): readonly JsonObject[] =>
  [operation['servers'], document['servers']].flatMap((each) => (Array.isArray(each) ? each : [])).filter(isObject)

const baseOf = (document: JsonObject, operation: JsonObject): string | undefined => {
  const [first] = serversOf(document, operation)
  if (first === undefined || typeof first['url'] !== 'string') return undefined
  const variables = isObject(first['variables']) ? first['variables'] : {}
  const url = first['url'].replaceAll(/\{([^}]+)\}/gu, (whole, name: string) => {
    const variable = hasOwn(variables, name) ? variables[name] : undefined
    return isObject(variable) && typeof variable['default'] === 'string' ? variable['default'] : whole
  })
  return /^https?:\/\/[^/{}?#]+/u.test(url) ? url.replace(/\/+$/u, '') : undefined
}

/** The schemes of `components.securitySchemes` that the operation, or else the document, asks for. */
const schemesOf = (document: JsonObject, operation: JsonObject): readonly JsonObject[] => {
  const asked = Array.isArray(operation['security']) ? operation['security'] : document['security']
  const names = (Array.isArray(asked) ? asked : []).filter(isObject).flatMap((each) => Object.keys(each))
  const components = isObject(document['components']) ? document['components'] : {}
  const schemes = isObject(components['securitySchemes']) ? components['securitySchemes'] : {}
  return [...new Set(names)].flatMap((name) => {
    const scheme = hasOwn(schemes, name) ? schemes[name] : undefined
    return isObject(scheme) ? [{ ...scheme, called: name }] : []
  })
}

/** Names of headers and cookies (RFC 9110, token): no spaces, no colons. */
export const isHeaderName = (name: string): boolean => /^[!#$%&'*+.^_`|~\w-]+$/.test(name)

const secretName = (called: string): string =>
  `${called.replaceAll(/[^A-Za-z0-9]+/gu, '_').replaceAll(/^[^A-Za-z]+|_+$/gu, '') || 'API'}_KEY`.toUpperCase()

/** Keys by reference, where the API takes them. */
interface Keys {
  readonly headers: Readonly<Record<string, string>>
  readonly query: readonly string[]
}

/** The keys that an operation asks for, and what a person has to do for them. */
const keysOf = (document: JsonObject, operation: JsonObject, path: string, lost: Lost[]): Keys => {
  const headers: Record<string, string> = {}
  const query: string[] = []
  for (const scheme of schemesOf(document, operation)) {
    const called = String(scheme['called'])
    const reference = `secret://${secretName(called)}`
    const { type, in: where, name } = scheme
    const http = type === 'http' ? String(scheme['scheme']).toLowerCase() : type
    const isSent = typeof name === 'string' && (where === 'query' || isHeaderName(name))
    const key = type === 'apiKey' && isSent ? where : undefined
    if (http === 'bearer' || http === 'oauth2' || http === 'openIdConnect')
      headers['authorization'] = `Bearer ${reference}`
    else if (http === 'basic') headers['authorization'] = `Basic ${reference}`
    else if (key === 'header') headers[String(name).toLowerCase()] = reference
    else if (key === 'query') query.push(`${encodeURIComponent(String(name))}=${reference}`)
    else if (key === 'cookie')
      headers['cookie'] = [headers['cookie'], `${String(name)}=${reference}`].filter(Boolean).join('; ')
    else {
      lost.push(lostOf('openapiKeyKind', `${path}/security`, { name: called }))
      continue
    }
    lost.push(lostOf('openapiKey', `${path}/security`, { name: called, secret: secretName(called) }))
  }
  return { headers, query }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Headers that the model fills, and cookies, which come from the server's keys. */
const headersOf = (parameters: readonly JsonObject[], path: string, lost: Lost[]): Readonly<Record<string, string>> => {
  const inHeaders = parameters.filter((each) => each['in'] === 'header')
  const cookies = parameters
    .filter((each) => each['in'] === 'cookie')
    .map((each) => {
      const name = String(each['name'])
      lost.push(lostOf('openapiKey', `${path}/parameters`, { name, secret: secretName(name) }))
      return `${name}=secret://${secretName(name)}`
    })
  return {
    ...Object.fromEntries(inHeaders.map((each) => [String(each['name']).toLowerCase(), placeOf(each)])),
    ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
  }
}

/** By the name that the Tool has for it. */
const placeOf = ({ called }: JsonObject): string => `{${String(called)}}`

/**
 * An operation's HTTP Activity for ensemble.json (docs/http-activities.md); undefined, with a report, without an
 * address.
 */
export const requestOf = (
  { route, method, name }: OperationPlace,
  { operation, parameters, bodyIsOne, isForm }: OperationParts,
  document: JsonObject,
  path: string,
  lost: Lost[],
): JsonObject | undefined => {
  const base = baseOf(document, operation)
  const verb = method.toUpperCase()
  if (base === undefined || route === '' || !METHODS.includes(verb)) {
    const isUnaddressed = base === undefined || route === ''
    const written = serverOf(document, operation)
    if (isUnaddressed && written !== undefined) lost.push(lostOf('openapiServer', path, { name, url: written }))
    else lost.push(lostOf(isUnaddressed ? 'openapiNoServer' : 'openapiMethod', path, { name, method: verb }))
    return undefined
  }
  const asked = parameters.filter((each) => each['in'] === 'query')
  const { headers, query: keys } = keysOf(document, operation, path, lost)
  const query = [...asked.map((each) => `${encodeURIComponent(String(each['name']))}=${placeOf(each)}`), ...keys].join(
    '&',
  )
  const address = parameters
    .filter((each) => each['in'] === 'path')
    .reduce((before, each) => before.replaceAll(`{${String(each['name'])}}`, placeOf(each)), route)
  lost.push(lostOf('openapiHost', path, { host: new URL(base).host }))
  const sent = { ...headersOf(parameters, path, lost), ...(isForm && FORM), ...headers }
  const description = operation['summary'] ?? operation['description']
  const definition: { [name: string]: Json } = {
    ...(typeof description === 'string' && { description }),
    ...(verb !== 'GET' && { method: verb }),
    url: `${base}${address}${query === '' ? '' : `?${query}`}`,
    ...(Object.keys(sent).length > 0 && { headers: sent }),
    ...(bodyIsOne && { body: '{body}' }),
  }
  return definition
}
