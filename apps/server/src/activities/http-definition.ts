import { type Json, type JsonObject, isObject } from '@ensemble/core'
import { type Template, hasSecret, parseTemplate } from './template.ts'
import { type UrlTemplate, parseUrlTemplate } from './url-template.ts'

export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type HttpMethod = (typeof HTTP_METHODS)[number]

/** A value to send: a template where the author wrote a text, so that `"{name}"` alone keeps its parameter's type. */
export type BodyTemplate =
  | { readonly type: 'text'; readonly template: Template }
  | { readonly type: 'value'; readonly value: Json }
  | { readonly type: 'list'; readonly items: readonly BodyTemplate[] }
  | { readonly type: 'object'; readonly members: readonly (readonly [string, BodyTemplate])[] }

/** One Activity under `activities.http` of ensemble.json, read (docs/http-activities.md). */
export interface HttpDefinition {
  readonly method: HttpMethod
  readonly url: UrlTemplate
  readonly headers: readonly (readonly [string, Template])[]
  /** Undefined: the parameters without another place, for a method with a body. */
  readonly body?: BodyTemplate
  /** The result's place in the answer: a JSON pointer, or one for each member. */
  readonly result: string | Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** A person confirms every Call, whichever Tool and Idea it comes from. */
  readonly needsApproval: boolean
  /** The author's text; the Journal records its hash. */
  readonly source: JsonObject
}

const MEMBERS = ['method', 'url', 'headers', 'body', 'result', 'timeoutMs', 'approval', 'description']
const DEFAULT_TIMEOUT_MS = 30_000
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
/** Headers that the sending itself sets. */
const OWN_HEADERS =
  /^(host|content-length|connection|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*)$/i
const POINTER = /^(\/([^~]|~[01])*)?$/

/** Throws the sentence, after the name of the Activity. */
export type Refuse = (sentence: string) => never

/** Reads one definition; `refuse` gets each fault. */
export const parseHttpDefinition = (value: unknown, refuse: Refuse): HttpDefinition => {
  if (!isObject(value)) return refuse('to be an object with a "url".')
  const unknown = Object.keys(value).find((member) => !MEMBERS.includes(member))
  if (unknown !== undefined) return refuse(`to have no member "${unknown}"; there are ${MEMBERS.join(', ')}.`)
  const { method = 'GET', url, headers = {}, body, result = '', timeoutMs = DEFAULT_TIMEOUT_MS, approval } = value
  const known = HTTP_METHODS.find((one) => one === method)
  if (known === undefined) return refuse(`to have a method out of ${HTTP_METHODS.join(', ')}.`)
  const address = typeof url === 'string' ? parseUrlTemplate(url) : undefined
  if (address === undefined)
    return refuse(
      'to have a "url" such as "https://api.example.com/users/{id}?q={words}", its host without parameters.',
    )
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) return refuse('to have a "timeoutMs" above 0.')
  if (approval !== undefined && approval !== 'required') return refuse('to have an "approval" of "required", or none.')
  return {
    method: known,
    url: address,
    headers: readHeaders(headers, refuse),
    ...(body !== undefined && { body: readBody(body, refuse) }),
    result: readResult(result, refuse),
    timeoutMs,
    needsApproval: approval === 'required',
    source: value,
  }
}

const readHeaders = (value: Json, refuse: Refuse): HttpDefinition['headers'] => {
  if (!isObject(value)) return refuse('to have "headers" that are an object of texts.')
  return Object.entries(value).map(([name, text]) => {
    if (!TOKEN.test(name) || OWN_HEADERS.test(name)) return refuse(`to set no header "${name}".`)
    const template = typeof text === 'string' ? parseTemplate(text) : undefined
    if (template === undefined) return refuse(`to have a text with places such as "{name}" as header "${name}".`)
    if (/^(authorization|cookie|x-api-key)$/i.test(name) && !hasSecret(template))
      return refuse(`to give the header "${name}" by reference, such as "Bearer secret://NAME", never the key itself.`)
    return [name, template] as const
  })
}

const readBody = (value: Json, refuse: Refuse): BodyTemplate => {
  if (typeof value === 'string') {
    const template = parseTemplate(value)
    return template === undefined
      ? refuse(`to have a body whose texts have places such as "{name}", unlike ${JSON.stringify(value)}.`)
      : { type: 'text', template }
  }
  if (Array.isArray(value)) return { type: 'list', items: value.map((item: Json) => readBody(item, refuse)) }
  if (isObject(value))
    return { type: 'object', members: Object.entries(value).map(([name, item]) => [name, readBody(item, refuse)]) }
  return { type: 'value', value }
}

const readResult = (value: Json, refuse: Refuse): HttpDefinition['result'] => {
  const isPointer = (one: Json | undefined): one is string => typeof one === 'string' && POINTER.test(one)
  if (isPointer(value)) return value
  if (!isObject(value)) return refuse('to have a "result" that is a JSON pointer such as "/data/items".')
  return Object.fromEntries(
    Object.entries(value).map(([name, pointer]) =>
      isPointer(pointer) ? [name, pointer] : refuse(`to have a JSON pointer such as "/data/0" as "result.${name}".`),
    ),
  )
}
