import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import { readJson } from '../../tool/convert.ts'
import { schemaOf, type Expressions } from './expressions.ts'
import { type WorkflowNode } from './workflow.ts'
import { listIn, objectIn, textIn } from '../values.ts'

interface Made {
  readonly http: JsonObject
  readonly schema: JsonObject
  readonly host: string
  /** Whether the request changes something. */
  readonly changes: boolean
  /** Parts of the request that were left out. */
  readonly left: readonly string[]
  /** The headers whose values were keys, and the secrets that they name now. */
  readonly secrets: readonly { readonly key: string; readonly secret: string }[]
}

/** HTTP Activities take these headers only with a secret. */
const ONLY_SECRET = /^(?:authorization|cookie|x-api-key)$/i
const MAYBE_SECRET = /key|token|secret|passw|credential|auth|cookie/i
/** As long as a reference to a secret may be. */
const LONGEST_SECRET = 64
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The HTTP Activity of an HTTP tool, of the node's old form (`toolHttpRequest`) and its new one; or why there is none. */
export const httpActivity = (node: WorkflowNode, expressions: Expressions): Made | { readonly reason: string } => {
  const { parameters } = node
  const given = expressions.read(parameters['url']).trim()
  const origin = /^https?:\/\/[^/?#{}\s]+(?=[/?#]|$)/i.exec(given)?.[0]
  if (origin === undefined || !URL.canParse(given.replaceAll(/\{\w+\}/g, 'x')))
    return { reason: 'its address is made by an expression' }
  const method = textIn(parameters['method']).toUpperCase() || 'GET'
  if (!METHODS.includes(method)) return { reason: `its method is ${method}` }
  const left: string[] = []
  const query = pairsOf(parameters, 'Query', expressions)
  const { host, hostname } = new URL(origin)
  const secrets: { key: string; secret: string }[] = []
  const kept = Object.entries(pairsOf(parameters, 'Headers', expressions)).map(([key, value]) => {
    if (!isKey(key, value)) return [key, value] as const
    const secret = secretFor(host, key)
    secrets.push({ key, secret })
    return [key, `${/^(?:Bearer|Basic|Token)\s+/i.exec(value)?.[0] ?? ''}secret://${secret}`] as const
  })
  const body = parameters['sendBody'] === true ? bodyOf(parameters, expressions, left) : undefined
  const url = withQuery(given, query)
  const schema = parametersOf(parameters, JSON.stringify([url, kept, body ?? null]), expressions)
  return {
    http: {
      ...(method !== 'GET' && { method }),
      url,
      ...(kept.length > 0 && { headers: Object.fromEntries(kept) }),
      ...(body !== undefined && { body }),
    },
    schema,
    host: hostname,
    changes: method !== 'GET' && method !== 'HEAD',
    left,
    secrets,
  }
}

/** A value that the model fills isn’t a key, except in headers that must name a secret. */
const isKey = (header: string, value: string): boolean =>
  ONLY_SECRET.test(header) || (MAYBE_SECRET.test(header) && value !== '' && !/\{\w+\}/.test(value))

/** `ORDERS_EXAMPLE_COM_AUTHORIZATION`: by its host, so that no other host gets the key. */
const secretFor = (host: string, header: string): string =>
  `${host}_${header}`
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/^(?=[^A-Za-z])/, 'HOST_')
    .toUpperCase()
    .slice(-LONGEST_SECRET)
    .replace(/^[^A-Z]+/, '')

/** An address without its fragment, with more pairs. A value of several parts is encoded, except its places. */
const withQuery = (given: string, pairs: { readonly [name: string]: string }): string => {
  const url = given.split('#')[0] ?? given
  const query = Object.entries(pairs).map(([name, value]) => `${encodeURIComponent(name)}=${inQuery(value)}`)
  if (query.length === 0) return url
  return `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`
}
const inQuery = (value: string): string =>
  value
    .split(/(\{\w+\})/)
    .map((part, at) => (at % 2 === 1 ? part : encodeURIComponent(part)))
    .join('')

/** `queryParameters.parameters` with values, or `parametersQuery.values` of which the model fills some. */
const pairsOf = (
  parameters: JsonObject,
  kind: 'Query' | 'Headers' | 'Body',
  expressions: Expressions,
): { readonly [name: string]: string } => {
  const singular = { Query: 'query', Headers: 'header', Body: 'body' }[kind]
  if (parameters[`send${kind}`] !== true) return {}
  const modern = listIn(objectIn(parameters[`${singular}Parameters`])['parameters'])
  const old = listIn(objectIn(parameters[`parameters${kind}`])['values'])
  const json = readJson(expressions.read(parameters[`json${kind}`]))
  return Object.fromEntries(
    [
      ...modern,
      ...old,
      ...Object.entries(objectIn(json)).map(([name, value]): JsonObject => ({ name, value })),
    ].flatMap((pair): readonly (readonly [string, string])[] => {
      const { name, value, valueProvider } = objectIn(pair)
      const key = textIn(name)
      if (key === '') return []
      const isFilled = textIn(valueProvider).startsWith('model')
      return [[key, isFilled ? `{${key.replaceAll(/\W+/g, '_')}}` : expressions.read(value)]]
    }),
  )
}

const bodyOf = (parameters: JsonObject, expressions: Expressions, left: string[]): Json | undefined => {
  const pairs = pairsOf(parameters, 'Body', expressions)
  const written = textIn(parameters['jsonBody']) || textIn(parameters['body'])
  if (Object.keys(pairs).length > 0 && written === '') return pairs
  if (written === '') return undefined
  const text = expressions.read(written)
  // A place outside of quotes is a whole value.
  const value = readJson(text) ?? readJson(text.replaceAll(/(?<![\w"{])(\{\w+\})(?![\w"}])/g, '"$1"'))
  if (value !== undefined) return value
  if (/^\{\w+\}$/.test(text.trim())) return text.trim()
  left.push('the body, which an expression makes')
  return undefined
}

/** The places that the request has, with what `placeholderDefinitions` and expressions say of them. */
const parametersOf = (parameters: JsonObject, request: string, { asked }: Expressions): JsonObject => {
  const known = schemaOf(asked)
  const described = new Map(
    listIn(objectIn(parameters['placeholderDefinitions'])['values']).map((one) => {
      const { name, description, type } = objectIn(one)
      return [
        textIn(name),
        { type: typeOf(textIn(type)), ...(textIn(description) !== '' && { description: textIn(description) }) },
      ]
    }),
  )
  const names = [...new Set([...request.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].filter((name) =>
    /^[A-Za-z]/.test(name),
  )
  const own = objectIn(known['properties'])
  const optional = Object.keys(own).filter((name) => !listIn(known['required']).includes(name))
  return {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name): readonly [string, Json] => {
        const schema = own[name]
        return [
          name,
          isObject(schema)
            ? schema
            : (described.get(name) ?? { type: 'string', description: name.replaceAll('_', ' ') }),
        ]
      }),
    ),
    required: names.filter((name) => !optional.includes(name)),
  }
}

const typeOf = (written: string): string => (['number', 'boolean'].includes(written) ? written : 'string')
