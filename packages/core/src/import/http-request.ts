import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { readJson } from '../tool/convert.ts'
import { hasKeyInPath, isKeyName, replaceKeys, secretFor } from './keys.ts'

type Pairs = readonly (readonly [name: string, value: string])[]

/** A request of another program; `{member}` is filled by the model. */
export interface ForeignRequest {
  readonly method: string
  readonly url: string
  readonly query?: Pairs
  readonly headers?: Pairs
  /** Headers whose value is a key, each with the scheme before it, as `Bearer `. */
  readonly keys?: Pairs
  readonly body?: Json | undefined
}

/** The same as an HTTP Activity, without a key in it. */
export interface SafeRequest {
  readonly http: JsonObject
  readonly host: string
  /** Whether the request changes something. */
  readonly changes: boolean
  /** Members that it has places for, in order. */
  readonly members: readonly string[]
  /** Names whose values were keys, and the secrets that replace them. */
  readonly secrets: readonly { readonly key: string; readonly secret: string }[]
  /** Parts that were left out. */
  readonly left: readonly string[]
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** HTTP Activities take these headers only with a secret. */
const ONLY_SECRET = /^(?:authorization|cookie|x-api-key)$/i
/** Headers that the sending itself sets. */
const OWN_HEADERS =
  /^(?:host|content-length|connection|transfer-encoding|upgrade|te|trailer|expect|keep-alive|accept-encoding|proxy-.*)$/i
const HEADER = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
const PLACE = /\{[A-Za-z]\w*\}/
const PLACES = new RegExp(PLACE, 'g')
const SCHEME = /^(?:Bearer|Basic|Token)\s+(?=\S+$)/i
const MOST_DEEP = 20

/** The HTTP Activity of a request, whose keys become references to secrets; or why there is none. Pure. */
export const safeRequest = (given: ForeignRequest): SafeRequest | { readonly reason: string } => {
  const method = given.method.toUpperCase() || 'GET'
  if (!METHODS.includes(method)) return { reason: `its method is ${method}` }
  const [, scheme, user, rest] = /^(https?:\/\/)(?:([^/?#@{}\s]*)@)?([^#]*)/i.exec(given.url.trim()) ?? []
  const url = `${scheme ?? ''}${rest ?? ''}`
  const origin = /^https?:\/\/[^/?#{}@\\\s]+(?=[/?#]|$)/i.exec(url)?.[0]
  if (origin === undefined || !URL.canParse(url.replaceAll(/\{\w+\}/g, 'x')))
    return { reason: 'its address is made by an expression' }
  const [address = '', written = ''] = url.split('?')
  if (hasKeyInPath(address))
    return { reason: 'its path holds a key, and secrets are only inserted in queries, headers and bodies' }
  if (/[{}]/.test(address.replaceAll(PLACES, ''))) return { reason: 'its address is made by an expression' }
  const { host, hostname } = new URL(origin)
  const secrets: { key: string; secret: string }[] = []
  const left: string[] = []
  const hidden = (key: string, value: string): string => {
    const secret = secretFor(host, key)
    if (secrets.every((one) => one.secret !== secret)) secrets.push({ key, secret })
    return `${SCHEME.exec(value)?.[0] ?? ''}secret://${secret}`
  }
  const safe = (key: string, value: string): string => {
    if (/[{}]/.test(value.replaceAll(PLACES, ''))) {
      left.push(`the text of ${key === '' ? 'the body' : key}, which has braces`)
      return ''
    }
    if (SCHEME.test(value) || (isKeyName(key) && value !== '' && !PLACE.test(value))) return hidden(key, value)
    return replaceKeys(value, () => hidden(key || 'key', ''))
  }
  const query = [...pairsIn(written), ...encoded(given.query ?? [])].flatMap(([name, value]) => {
    if (name !== '' && !/[{}]/.test(name)) return [`${name}=${safe(decoded(name), value)}`]
    left.push('a pair of its query whose name an expression makes')
    return []
  })
  const headers = (given.headers ?? []).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    if (HEADER.test(name) && !OWN_HEADERS.test(name))
      return [[name, ONLY_SECRET.test(name) ? hidden(name, value) : safe(name, value)]]
    left.push(`the header ${name}`)
    return []
  })
  const keys: Pairs = [...(given.keys ?? []), ...(user ? [['Authorization', 'Basic '] as const] : [])]
  const all = [
    ...headers,
    ...keys
      .filter(([name]) => headers.every(([other]) => other.toLowerCase() !== name.toLowerCase()))
      .map(([name, scheme]) => [name, `${scheme}${hidden(name, '')}`] as const),
  ]
  const body = given.body === undefined ? undefined : safeBody(given.body, '', safe, 0)
  const http: JsonObject = {
    ...(method !== 'GET' && { method }),
    url: query.length === 0 ? address : `${address}?${query.join('&')}`,
    ...(all.length > 0 && { headers: Object.fromEntries(all) }),
    ...(body !== undefined && { body }),
  }
  const places = JSON.stringify([http['url'], all, body ?? null]).matchAll(/\{([A-Za-z]\w*)\}/g)
  return {
    http,
    host: hostname,
    changes: method !== 'GET' && method !== 'HEAD',
    members: [...new Set([...places].map(([, name = '']) => name))],
    secrets,
    left,
  }
}

/** A body as JSON text, where a place outside of quotes is a whole value. Undefined if it has another form. */
export const jsonWithPlaces = (text: string): Json | undefined =>
  readJson(text) ?? readJson(text.replaceAll(/(?<![\w"{])(\{\w+\})(?![\w"}])/g, '"$1"'))

const pairsIn = (query: string): Pairs =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
    })

/** A value of several parts is encoded, except its places. */
const encoded = (pairs: Pairs): Pairs =>
  pairs.map(([name, value]) => [
    encodeURIComponent(name),
    value
      .split(/(\{\w+\})/)
      .map((part, at) => (at % 2 === 1 ? part : encodeURIComponent(part)))
      .join(''),
  ])

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A body whose members named as keys, and texts that are keys, refer to secrets. */
const safeBody = (value: Json, key: string, safe: (key: string, value: string) => string, depth: number): Json => {
  if (depth > MOST_DEEP) return null
  if (typeof value === 'string') return safe(key, value)
  if (Array.isArray(value)) return value.map((each: Json) => safeBody(each, key, safe, depth + 1))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, safeBody(each, name, safe, depth + 1)]),
    )
  return value
}
