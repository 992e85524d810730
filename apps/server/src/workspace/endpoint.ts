import { type JsonObject, isObject } from '@ensemble/core'
import { isFileAddress } from './file-address.ts'
import {
  APIS,
  type ApiName,
  isProviderApi,
  PROVIDER_APIS,
  type ProviderApi,
  type RateLimits,
} from '@ensemble/core/host'

/** One endpoint of ensemble.json, read (docs/contract/api.md#workspace-folder). */
export interface Endpoint {
  /** Up to the path that requests are appended to, without parameters; `file:PATH` for a model in a file. */
  readonly baseUrl: string
  /** `secret://NAME`: the value lives outside the workspace. */
  readonly key?: string
  /** A program with its arguments that prints a key which ends. It runs once a person approved it (models/token-command.ts). */
  readonly tokenCommand?: readonly string[]
  /** The API to ask through; without it, a test of the model chooses between Chat Completions and Responses. */
  readonly api?: ApiName | ProviderApi
  /** A file of certificates whose authorities this endpoint's may come from, too (egress/own-authority.ts). */
  readonly ca?: string
  readonly concurrency: number
  /** Requests and tokens a minute. */
  readonly limits?: RateLimits
  /** `ENDPOINT/MODEL` names that are asked in its place where it can't answer. */
  readonly fallback?: readonly string[]
  /** As written: texts may refer to `secret://NAME`. */
  readonly headers: Readonly<Record<string, string>>
  /** As written, with those of the address. */
  readonly query: Readonly<Record<string, string>>
  /** As written: members of every request's body. */
  readonly body: JsonObject
  /** Every `secret://NAME` in it. */
  readonly secrets: readonly string[]
}

/** Throws: refuses ensemble.json with one sentence after its name. */
type Refuse = (sentence: string) => never

const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
/** Headers that the sending itself sets. */
const OWN_HEADERS =
  /^(host|content-length|content-type|connection|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*)$/i
/** Names of headers and parameters whose value is a key as a rule. */
const KEY_NAMES = /^(authorization|cookie|(?:x-)?(?:[a-z]+-)*(?:api[-_]?key|auth|token|secret)|key|sig|code)$/i
/** Members of a body that the Loop writes. */
const OWN_MEMBERS = [
  'model',
  'messages',
  'tools',
  'tool_choice',
  'response_format',
  'stream',
  'stream_options',
  'n',
  'input',
  'previous_response_id',
  'conversation',
]
const REFERENCE = /secret:\/\/[A-Za-z][A-Za-z0-9_-]{0,63}/g

const referencesIn = (text: string): readonly string[] => [...new Set(text.match(REFERENCE))]

/** Reads `endpoints.NAME`; `refuse` gets the first fault. */
export const readEndpoint = (name: string, value: unknown, refuse: Refuse): Endpoint => {
  const place = `endpoints.${name}`
  if (!isObject(value)) return refuse(`needs "${place}" to be an object.`)
  if (typeof value['baseUrl'] === 'string' && isFileAddress(value['baseUrl']))
    return readFileEndpoint(name, value, refuse)
  const { baseUrl, key, tokenCommand, api, ca, concurrency = 8, headers = {}, query = {}, body = {} } = value
  const limits = readLimits(value['limits'], place, refuse)
  const fallback = readFallback(value['fallback'], place, refuse)
  const address = typeof baseUrl === 'string' && /^https?:/.test(baseUrl) ? splitAddress(baseUrl) : undefined
  if (address === undefined)
    return refuse(`needs "${place}.baseUrl" to be an http or https address, or "file:" and the path of a .gguf file.`)
  if (key !== undefined && (typeof key !== 'string' || !key.startsWith('secret://')))
    return refuse(`needs "${place}.key" to be a reference such as "secret://${name}", never a key itself.`)
  if (tokenCommand !== undefined && !isCommand(tokenCommand))
    return refuse(
      `needs "${place}.tokenCommand" to be a list: a program, then each of its arguments as a text of its own.`,
    )
  if (tokenCommand !== undefined && key !== undefined)
    return refuse(`has both "${place}.key" and "${place}.tokenCommand": keep one of them.`)
  if (api !== undefined && !isApi(api) && !isProviderApi(api))
    return refuse(`needs "${place}.api" to be one of ${[...APIS, ...PROVIDER_APIS].join(', ')}.`)
  if (isProviderApi(api) && tokenCommand !== undefined)
    return refuse(`has "${place}.tokenCommand", which "api": "${api}" does not take: give it a "key".`)
  if (ca !== undefined && (typeof ca !== 'string' || ca === '' || ca.includes('\0')))
    return refuse(`needs "${place}.ca" to be the path of a file of certificates, such as "certs/company.pem".`)
  if (ca !== undefined && !address.baseUrl.startsWith('https:'))
    return refuse(`has "${place}.ca", but an address without https needs no certificates.`)
  if (!isObject(body)) return refuse(`needs "${place}.body" to be an object.`)
  const own = OWN_MEMBERS.find((member) => Object.hasOwn(body, member))
  if (own !== undefined) return refuse(`has "${place}.body.${own}", which every request already sets itself.`)
  return {
    baseUrl: address.baseUrl,
    concurrency: readConcurrency(concurrency, place, refuse),
    ...(ca !== undefined && { ca }),
    ...(limits && { limits }),
    ...(fallback && { fallback }),
    ...(key !== undefined && { key }),
    ...(tokenCommand !== undefined && { tokenCommand }),
    ...(api !== undefined && { api }),
    headers: readTexts(headers, `${place}.headers`, name, refuse, isHeader),
    query: readTexts(isObject(query) ? { ...address.query, ...query } : query, `${place}.query`, name, refuse),
    body,
    secrets: referencesIn(JSON.stringify([key, headers, query, body, address.query])),
  }
}

const OF_FILES = ['baseUrl', 'concurrency', 'limits', 'fallback']

/** An endpoint that is a model in a file: there is no one to send a key or a header to. */
const readFileEndpoint = (name: string, value: JsonObject, refuse: Refuse): Endpoint => {
  const place = `endpoints.${name}`
  const other = Object.keys(value).find((field) => !OF_FILES.includes(field))
  if (other !== undefined) return refuse(`has "${place}.${other}", which a model in a file does not take.`)
  const limits = readLimits(value['limits'], place, refuse)
  const fallback = readFallback(value['fallback'], place, refuse)
  return {
    baseUrl: String(value['baseUrl']),
    concurrency: readConcurrency(value['concurrency'] ?? 1, place, refuse),
    ...(limits && { limits }),
    ...(fallback && { fallback }),
    headers: {},
    query: {},
    body: {},
    secrets: [],
  }
}

const readConcurrency = (value: unknown, place: string, refuse: Refuse): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1
    ? value
    : refuse(`needs "${place}.concurrency" to be a whole number from 1.`)

const LIMITS = ['requestsPerMinute', 'tokensPerMinute'] as const

const readLimits = (value: unknown, place: string, refuse: Refuse): RateLimits | undefined => {
  if (value === undefined) return undefined
  if (!isObject(value)) return refuse(`needs "${place}.limits" to be an object.`)
  const unknown = Object.keys(value).find((name) => !LIMITS.some((known) => known === name))
  if (unknown !== undefined)
    return refuse(`has no "${place}.limits.${unknown}": the limits are ${LIMITS.join(' and ')}.`)
  for (const [name, most] of Object.entries(value))
    if (typeof most !== 'number' || !Number.isInteger(most) || most < 1)
      return refuse(`needs "${place}.limits.${name}" to be a whole number from 1.`)
  return value
}

const readFallback = (value: unknown, place: string, refuse: Refuse): readonly string[] | undefined => {
  if (value === undefined) return undefined
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string' && /^[^/]+\/./.test(name)))
    return refuse(`needs "${place}.fallback" to be a list of models such as "ENDPOINT/MODEL".`)
  return value as readonly string[] // as was just seen
}

/** Refuses a fallback to an endpoint that isn't there. */
export const checkFallbacks = (endpoints: ReadonlyMap<string, Endpoint>, refuse: Refuse): void => {
  for (const [name, { fallback = [] }] of endpoints)
    for (const model of fallback) {
      const [other = ''] = model.split('/', 1)
      if (!endpoints.has(other))
        refuse(`names "${model}" in "endpoints.${name}.fallback", but has no endpoint "${other}".`)
    }
}

const isApi = (value: unknown): value is ApiName => APIS.some((api) => api === value)

const isCommand = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.every((word) => typeof word === 'string' && !word.includes('\0')) &&
  typeof value[0] === 'string' &&
  value[0] !== ''

const isHeader = (name: string): boolean => TOKEN.test(name) && !OWN_HEADERS.test(name)

/** Texts by name. What is a key by its name must be a reference. */
const readTexts = (
  value: unknown,
  place: string,
  endpoint: string,
  refuse: Refuse,
  isAllowed = (name: string): boolean => name !== '',
): Readonly<Record<string, string>> => {
  if (!isObject(value) || !Object.values(value).every((text) => typeof text === 'string'))
    return refuse(`needs "${place}" to be an object of texts.`)
  const texts = Object.entries(value) as [string, string][] // as was just seen
  for (const [name, text] of texts) {
    if (!isAllowed(name)) return refuse(`cannot set "${place}.${name}".`)
    if (KEY_NAMES.test(name) && referencesIn(text).length === 0)
      return refuse(`needs "${place}.${name}" to be a reference such as "secret://${endpoint}", never a key itself.`)
    if (/[\r\n\0]/.test(text)) return refuse(`needs "${place}.${name}" to be one line.`)
  }
  return Object.fromEntries(texts)
}

/** An address and the parameters in it; undefined if it is not an address. */
export const splitAddress = (
  text: string,
): { readonly baseUrl: string; readonly query: Readonly<Record<string, string>> } | undefined => {
  if (!URL.canParse(text)) return undefined
  const [baseUrl = ''] = text.split(/[?#]/, 1)
  return { baseUrl: baseUrl.replace(/\/+$/, ''), query: Object.fromEntries(new URL(text).searchParams) }
}

/** An endpoint with its secrets in place. */
export interface OpenEndpoint {
  readonly baseUrl: string
  readonly apiKey: string
  readonly tokenCommand?: readonly string[]
  readonly api?: ApiName | ProviderApi
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: JsonObject
  /** The values of its references. */
  readonly secrets: readonly string[]
}

/** Puts values in place of references; answers the first reference without one instead. */
export const openEndpoint = (
  endpoint: Endpoint,
  secret: (reference: string) => string | undefined,
): OpenEndpoint | { readonly missing: string } => {
  const values = new Map(endpoint.secrets.map((reference) => [reference, secret(reference)]))
  const missing = endpoint.secrets.find((reference) => values.get(reference) === undefined)
  if (missing !== undefined) return { missing }
  const fill = (text: string): string => text.replaceAll(REFERENCE, (reference) => values.get(reference) ?? reference)
  const filled = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]))
  return {
    baseUrl: endpoint.baseUrl,
    apiKey: endpoint.key === undefined ? '' : (values.get(endpoint.key) ?? ''),
    ...(endpoint.tokenCommand !== undefined && { tokenCommand: endpoint.tokenCommand }),
    ...(endpoint.api !== undefined && { api: endpoint.api }),
    headers: filled(endpoint.headers),
    query: filled(endpoint.query),
    // Escaped as JSON wants it, since a key may hold a quote.
    body: JSON.parse(
      JSON.stringify(endpoint.body).replaceAll(REFERENCE, (reference) =>
        JSON.stringify(values.get(reference) ?? reference).slice(1, -1),
      ),
    ) as JsonObject, // the text of one
    secrets: [...values.values()].filter((value) => value !== undefined),
  }
}
