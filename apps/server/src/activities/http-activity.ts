import {
  type ActivityContext,
  EnsembleError,
  type Json,
  type JsonObject,
  type RegisteredActivity,
} from '@ensemble/core'
import type { NormalTool } from '@ensemble/core/tool'
import { parseJson, sha256Text, getByPointer } from '@ensemble/core/host'
import { readAtMost } from '../egress/read-at-most.ts'
import type { BodyTemplate, HttpDefinition } from './http-definition.ts'
import { type Values, fillTemplate, parametersOf } from './template.ts'
import { fillUrl, parametersOfUrl } from './url-template.ts'

export interface HttpActivityDeps {
  /** The server's one way out: it holds the allow-list. */
  readonly egress: typeof globalThis.fetch
  /** `secret://NAME` → its value; undefined if it has none. */
  readonly secret: (reference: string) => string | undefined
  /** Takes secrets out of what an endpoint says: it may repeat the key it was sent. */
  readonly redact: (text: string) => string
}

/** Large enough for an answer that a model reads, and for a picture or a song. */
const MOST_BYTES = 4 * 1024 * 1024
const MOST_DEPTH = 128
/** Characters of an endpoint's complaint that help to repair a Call. */
const MOST_QUOTED = 500
const WITH_BODY = ['POST', 'PUT', 'PATCH']

/** An Activity without code: a Call becomes one HTTP request, its answer the result (docs/http-activities.md). */
export const createHttpActivity = (
  name: string,
  definition: HttpDefinition,
  deps: HttpActivityDeps,
): RegisteredActivity => ({
  name,
  options: {
    timeoutMs: definition.timeoutMs,
    changes: mayChange(definition),
    ...(definition.needsApproval && {
      approval: `${name} sends a request that a person confirms, whichever Tool asks for it.`,
    }),
  },
  hash: sha256Text(JSON.stringify(definition.source)),
  run: async (call: JsonObject, context) => {
    const { url, init } = toRequest(definition, call, context, deps)
    // A query may hold a secret, so errors name the address without it.
    const asked = `${definition.method} ${url.origin}${url.pathname}`
    const response = await deps.egress(url, { ...init, signal: context.signal })
    const bytes = await readAtMost(response, MOST_BYTES)
    if (bytes === undefined) throw new Error(`${asked} answered with more than ${MOST_BYTES} bytes.`)
    const type = response.headers.get('content-type') ?? 'application/octet-stream'
    const text = isText(type) ? deps.redact(new TextDecoder().decode(bytes)) : undefined
    if (!response.ok) {
      const said = text === undefined || text === '' ? '' : `: ${text.slice(0, MOST_QUOTED)}`
      throw new Error(`${asked} answered with status ${response.status}${said}`)
    }
    if (bytes.byteLength === 0) return null
    if (text === undefined) return context.artifact(name, bytes, { type })
    return toResult(definition, isJson(type) ? readJson(text, asked) : text, asked)
  },
})

/** One that asks a person by itself is not asked about twice. */
const mayChange = ({ method, needsApproval }: HttpDefinition): boolean =>
  method !== 'GET' && method !== 'HEAD' && !needsApproval

const isJson = (type: string): boolean => /^application\/([\w.-]+\+)?json\b/i.test(type)
const isText = (type: string): boolean => isJson(type) || /^text\/|[/+]xml\b/i.test(type)

const readJson = (text: string, asked: string): Json => {
  const parsed = parseJson(text, { maxLength: MOST_BYTES, maxDepth: MOST_DEPTH })
  if (!parsed.ok) throw new Error(`${asked} answered with broken JSON: ${parsed.message}`)
  return parsed.value
}

const toResult = ({ result }: HttpDefinition, answer: Json, asked: string): Json => {
  if (typeof result !== 'string')
    return Object.fromEntries(
      Object.entries(result).flatMap(([name, pointer]) => {
        const value = getByPointer(answer, pointer)
        return value === undefined ? [] : [[name, value]]
      }),
    )
  const value = getByPointer(answer, result)
  if (value === undefined) throw new Error(`The answer of ${asked} has nothing at ${result}.`)
  return value
}

const toRequest = (
  definition: HttpDefinition,
  call: JsonObject,
  { idempotencyKey, traceparent, tool }: ActivityContext,
  { secret }: HttpActivityDeps,
): { readonly url: URL; readonly init: RequestInit } => {
  const parameters = new Map(Object.entries(call).filter(([name]) => !name.startsWith('_')))
  const values: Values = {
    parameter: (name) => parameters.get(name),
    secret: (reference) => {
      const value = secret(reference)
      if (value === undefined)
        throw new EnsembleError(
          'secret.missing',
          `This Activity needs ${reference}, which has no value. Set it on the Activities page or in the environment.`,
        )
      return value
    },
  }
  const { method } = definition
  const headers = new Headers()
  // The same for every attempt, so that an endpoint that knows the header does the work once.
  if (method !== 'GET' && method !== 'HEAD') headers.set('idempotency-key', idempotencyKey)
  headers.set('traceparent', traceparent)
  headers.set('accept', 'application/json, text/*;q=0.9, */*;q=0.1')
  for (const [name, template] of definition.headers) {
    const text = fillTemplate(template, values)
    if (text === undefined) continue
    if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(text))
      throw new Error(`The header "${name}" must be one line of Latin letters.`)
    headers.set(name, text)
  }
  const body = bodyOf(definition, { parameters, names: tool.parameterNames ?? {} }, values)
  if (body === undefined) return { url: fillUrl(definition.url, values), init: { method, headers } }
  const type =
    headers.get('content-type') ?? (typeof body === 'string' ? 'text/plain;charset=UTF-8' : 'application/json')
  headers.set('content-type', type)
  return { url: fillUrl(definition.url, values), init: { method, headers, body: encode(body, type) } }
}

/** The declared body, else the Call's parameters without another place, by the API's names. */
const bodyOf = (
  { method, url, headers, body }: HttpDefinition,
  {
    parameters,
    names,
  }: { readonly parameters: ReadonlyMap<string, Json>; readonly names: NonNullable<NormalTool['parameterNames']> },
  values: Values,
): Json | undefined => {
  if (body !== undefined) return fillBody(body, values)
  if (!WITH_BODY.includes(method)) return undefined
  const used = new Set([...parametersOfUrl(url), ...headers.flatMap(([, template]) => parametersOf(template))])
  const rest = [...parameters].filter(([name]) => !used.has(name))
  return Object.fromEntries(
    rest.map(([name, value]) => [Object.hasOwn(names, name) ? (names[name] ?? name) : name, value]),
  )
}

/** Undefined where a text needs a parameter that was not given: its member is left out. */
const fillBody = (body: BodyTemplate, values: Values): Json | undefined => {
  switch (body.type) {
    case 'value':
      return body.value
    case 'text': {
      const [first, ...more] = body.template
      if (first?.type === 'parameter' && more.length === 0) return values.parameter(first.name)
      return fillTemplate(body.template, values)
    }
    case 'list':
      return body.items.map((item) => fillBody(item, values) ?? null)
    case 'object':
      return Object.fromEntries(
        body.members.flatMap(([name, item]) => {
          const value = fillBody(item, values)
          return value === undefined ? [] : [[name, value]]
        }),
      )
  }
}

const encode = (body: Json, type: string): string => {
  if (/^application\/x-www-form-urlencoded/i.test(type) && typeof body === 'object' && body !== null)
    return new URLSearchParams(
      Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ).toString()
  return typeof body === 'string' && !isJson(type) ? body : JSON.stringify(body)
}
