import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { mapSubschemas } from './map-subschemas.ts'

/** One OpenAPI document with a path per Tool; local references become references from the document's root. */
export const openApiDocument = (
  operations: readonly (readonly [name: string, operation: JsonObject])[],
): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Tools', version: '1.0.0' },
  paths: Object.fromEntries(
    operations.map(([name, operation]) => [`/${name}`, { post: rooted(operation, `#/paths/~1${name}/post`) }]),
  ),
})

const JSON_BODY = 'content/application~1json/schema'

const rooted = (operation: JsonObject, place: string): JsonObject => {
  const at = (value: Json | undefined, path: string): JsonObject => {
    const holder = isObject(value) ? value : {}
    const content = isObject(holder['content']) ? holder['content'] : undefined
    const media = content?.['application/json']
    if (!isObject(media)) return holder
    const schema = fromRoot(media['schema'] ?? true, `${place}/${path}/${JSON_BODY}`)
    return { ...holder, content: { ...content, 'application/json': { ...media, schema } } }
  }
  const responses = isObject(operation['responses']) ? operation['responses'] : {}
  return {
    ...operation,
    requestBody: at(operation['requestBody'], 'requestBody'),
    responses: { ...responses, '200': at(responses['200'], 'responses/200') },
  }
}

const fromRoot = (schema: Json, place: string): JsonSchema => {
  if (!isObject(schema)) return schema !== false
  const mapped = mapSubschemas(schema, (inner) => fromRoot(inner, place))
  const { $ref } = mapped
  return typeof $ref === 'string' && $ref.startsWith('#') ? { ...mapped, $ref: place + $ref.slice(1) } : mapped
}
