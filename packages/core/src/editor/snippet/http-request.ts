import { inferSchema } from '../../schema/infer.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import type { Imported, Lost } from '../../tool/conversion.ts'
import { readJson } from '../../tool/convert.ts'
import { importOpenApi } from '../../tool/convert-openapi.ts'

/** A request as a command or a collection writes it. */
export interface WrittenRequest {
  /** For the Tool; made of method and path without one. */
  readonly name?: string
  readonly description?: string
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string
  /** Descriptions of its parameters, by name. */
  readonly told?: { readonly [name: string]: string }
}

/** Headers that the HTTP Activity sends by itself. */
const OWN_HEADERS = new Set(['accept', 'content-type', 'user-agent', 'content-length', 'host', 'connection'])
const KEY_HEADER = /key|token|secret|auth/iu

/** A request as a Tool with its HTTP Activity: an operation of OpenAPI, whose example values become types. */
export const importRequest = (request: WrittenRequest): Imported => {
  const lost: Lost[] = []
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined
  if (url === undefined || !/^https?:$/u.test(url.protocol))
    return { tools: [], lost: [{ path: '', what: `"${request.url}" isn't the address of a request.` }] }
  const { schemes, security } = keysOf(request, url, lost)
  const route = decodeURI(url.pathname)
  const operation: JsonObject = {
    ...(request.name !== undefined && { operationId: camelCase(request.name) }),
    ...(request.description !== undefined && { description: request.description }),
    parameters: [...inPath(route, request), ...inQuery(url, request)],
    ...bodyOf(request, lost),
    ...(security.length > 0 && { security }),
  }
  const { tools, lost: more } = importOpenApi({
    openapi: '3.1.0',
    servers: [{ url: url.origin }],
    components: { securitySchemes: schemes },
    paths: { [route]: { [request.method.toLowerCase()]: operation } },
  })
  return { tools, lost: [...lost, ...more.map((one) => ({ ...one, path: '' }))] }
}

const camelCase = (name: string): string =>
  (name.match(/[A-Za-z0-9]+/gu) ?? ['request'])
    .map((word, at) => (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('')

const described = (name: string, { told }: WrittenRequest): JsonObject =>
  told?.[name] === undefined || told[name] === '' ? {} : { description: told[name] }

const inPath = (route: string, request: WrittenRequest): readonly JsonObject[] =>
  [...route.matchAll(/\{([^{}]+)\}/gu)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...described(name, request),
  }))

const inQuery = (url: URL, request: WrittenRequest): readonly JsonObject[] =>
  [...new Set(url.searchParams.keys())].map((name) => {
    const value = url.searchParams.get(name) ?? ''
    const number = value !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined
    const schema = inferSchema(number ?? (value === 'true' || value === 'false' ? value === 'true' : value))
    return { name, in: 'query', schema, ...described(name, request) }
  })

const bodyOf = ({ body, headers }: WrittenRequest, lost: Lost[]): JsonObject => {
  if (body === undefined || body === '') return {}
  const value = readJson(body)
  if (value !== undefined) return { requestBody: { content: { 'application/json': { schema: inferSchema(value) } } } }
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const what = type === undefined ? 'The body' : `The body (${type})`
  lost.push({ path: '', what: `${what} isn't JSON, so it is left out.` })
  return {}
}

/** Headers with keys, as OpenAPI names them: the keys themselves stay out of every file. */
const keysOf = (
  { headers }: WrittenRequest,
  url: URL,
  lost: Lost[],
): { readonly schemes: JsonObject; readonly security: readonly JsonObject[] } => {
  const schemes: Record<string, Json> = {}
  const called = url.hostname.split('.').at(-2) ?? url.hostname
  for (const [name, value] of headers) {
    const own = name.toLowerCase()
    if (OWN_HEADERS.has(own)) continue
    if (own === 'authorization' && /^bearer /iu.test(value)) schemes[called] = { type: 'http', scheme: 'bearer' }
    else if (KEY_HEADER.test(own) && own !== 'authorization') schemes[called] = { type: 'apiKey', in: 'header', name }
    else lost.push({ path: '', what: `The header ${name} is left out.` })
  }
  return { schemes, security: Object.keys(schemes).map((name) => ({ [name]: [] })) }
}

/** The Tools of several requests, each name once. */
export const importRequests = (requests: readonly WrittenRequest[]): Imported => {
  const taken = new Set<string>()
  const all = requests.map(importRequest)
  const tools = all
    .flatMap((one) => one.tools)
    .map((tool) => {
      let { name } = tool
      for (let number = 2; taken.has(name); number += 1) name = `${tool.name}${number}`
      taken.add(name)
      return { ...tool, name }
    })
  const lost = new Map(all.flatMap((one) => one.lost).map((one) => [one.what, one]))
  return { tools, lost: [...lost.values()] }
}
