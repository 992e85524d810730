import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import { readJson } from '../../tool/convert.ts'
import { schemaOf, type Expressions } from './expressions.ts'
import { type WorkflowNode } from './workflow.ts'
import { jsonWithPlaces, type SafeRequest, safeRequest } from '../http-request.ts'
import { listIn, objectIn, textIn } from '../values.ts'

type Made = SafeRequest & { readonly schema: JsonObject }

/** The HTTP Activity of an HTTP tool, of the node's old form (`toolHttpRequest`) and its new one; or why there is none. */
export const httpActivity = (node: WorkflowNode, expressions: Expressions): Made | { readonly reason: string } => {
  const { parameters } = node
  const left: string[] = []
  const made = safeRequest({
    method: textIn(parameters['method']),
    url: expressions.read(parameters['url']),
    query: Object.entries(pairsOf(parameters, 'Query', expressions)),
    headers: Object.entries(pairsOf(parameters, 'Headers', expressions)),
    body: parameters['sendBody'] === true ? bodyOf(parameters, expressions, left) : undefined,
  })
  if ('reason' in made) return made
  return { ...made, left: [...left, ...made.left], schema: parametersOf(parameters, made.members, expressions) }
}

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
  const value = jsonWithPlaces(text)
  if (value !== undefined) return value
  if (/^\{\w+\}$/.test(text.trim())) return text.trim()
  left.push('the body, which an expression makes')
  return undefined
}

/** The places that the request has, with what `placeholderDefinitions` and expressions say of them. */
const parametersOf = (parameters: JsonObject, names: readonly string[], { asked }: Expressions): JsonObject => {
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
