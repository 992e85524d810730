import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { Imported } from '../../tool/conversion.ts'
import { importRequests, type WrittenRequest } from './http-request.ts'

/** Requests of one collection that are read. */
const MOST_REQUESTS = 500

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((one: Json) => isObject(one)) : []

/** A collection of Postman, versions 2.0 and 2.1. */
export const isPostman = (value: Json): value is JsonObject =>
  isObject(value) && Array.isArray(value.item) && isObject(value.info) && /postman/iu.test(textOf(value.info.schema))

/** The requests of a collection as Tools with their HTTP Activities, those in folders too. */
export const importPostman = (collection: JsonObject): Imported => {
  const variables = new Map(objectsIn(collection.variable).map(({ key, value }) => [textOf(key), textOf(value)]))
  const requests: WrittenRequest[] = []
  const waiting = [...objectsIn(collection.item)].toReversed()
  for (let item = waiting.pop(); item !== undefined && requests.length < MOST_REQUESTS; item = waiting.pop()) {
    waiting.push(...objectsIn(item.item).toReversed())
    if (item.request !== undefined) requests.push(readRequest(item, variables))
  }
  return importRequests(requests)
}

const readRequest = ({ name, request }: JsonObject, variables: ReadonlyMap<string, string>): WrittenRequest => {
  const written: JsonObject = isObject(request ?? null) ? (request as JsonObject) : { url: textOf(request) } // an object, as asked
  const filled = (text: string): string =>
    text.replaceAll(/\{\{([^{}]+)\}\}/gu, (whole, key: string) => variables.get(key.trim()) ?? whole)
  const url = isObject(written.url ?? null) ? (written.url as JsonObject) : { raw: textOf(written.url) } // an object, as asked
  const body = isObject(written.body ?? null) ? (written.body as JsonObject) : {} // an object, as asked
  const told = [...objectsIn(url.query), ...objectsIn(url.variable)].map(({ key, description }) => [
    textOf(key),
    textOf(description),
  ])
  // Postman writes a part of the path that is filled in as `:name`.
  const [address = '', query] = filled(textOf(url.raw)).split('?')
  const path = address.replaceAll(/\/:([A-Za-z_]\w*)/gu, '/{$1}')
  return {
    name: textOf(name),
    ...(textOf(written.description) !== '' && { description: textOf(written.description) }),
    method: textOf(written.method) || 'GET',
    url: query === undefined ? path : `${path}?${query}`,
    headers: objectsIn(written.header)
      .filter(({ disabled }) => disabled !== true)
      .map(({ key, value }) => [textOf(key), textOf(value)]),
    ...(body.mode === 'raw' && { body: filled(textOf(body.raw)) }),
    told: Object.fromEntries(told) as { [name: string]: string },
  }
}
