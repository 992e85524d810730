import type { Json, JsonObject } from '../../schema/json.ts'
import type { ToolSchema } from '../../tool/tool.ts'
import type { Draft } from '../draft.ts'
import { jsonWithPlaces } from '../http-request.ts'
import { addHttpTool } from '../http-tool.ts'
import { listIn, objectIn, textIn } from '../values.ts'
import { createPlaces } from './places.ts'
import { callName, freeName } from './tools.ts'

/** The Tool and the HTTP Activity of an HTTP request node. */
export const addRequest = (
  name: string,
  data: JsonObject,
  path: string,
  tools: { [name: string]: ToolSchema },
  draft: Draft,
): void => {
  const { read } = createPlaces()
  const called = freeName(callName(name), tools)
  const tool = addHttpTool(
    {
      name,
      called,
      description: textIn(data['desc']),
      path,
      request: {
        method: textIn(data['method']),
        url: read(textIn(data['url'])),
        query: linesIn(data['params'], read),
        headers: linesIn(data['headers'], read),
        keys: keysOf(objectIn(data['authorization'])),
        body: bodyOf(objectIn(data['body']), read),
      },
    },
    draft,
  )
  if (tool !== undefined) tools[called] = tool
}

type Read = (text: string) => string
type Pairs = readonly (readonly [string, string])[]

/** `name:value`, one a line. */
const linesIn = (written: Json | undefined, read: Read): Pairs =>
  textIn(written)
    .split('\n')
    .flatMap((line) => {
      const [, key, value] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
      return key === undefined ? [] : [[key, read(value ?? '')] as const]
    })

/** The header of an API key. */
const keysOf = ({ type, config }: JsonObject): Pairs => {
  if (type !== 'api-key') return []
  const { type: kind, header } = objectIn(config)
  if (kind === 'custom') return [[textIn(header) || 'X-Api-Key', '']]
  return [['Authorization', kind === 'basic' ? 'Basic ' : 'Bearer ']]
}

/** `data` is a text, or since 0.6 a list of parts. */
const bodyOf = ({ type, data }: JsonObject, read: Read): Json | undefined => {
  const parts = listIn(data).map((one) => objectIn(one))
  const text = read(typeof data === 'string' ? data : parts.map(({ value }) => textIn(value)).join(''))
  switch (type) {
    case 'form-data':
    case 'x-www-form-urlencoded':
      return Object.fromEntries(
        typeof data === 'string'
          ? linesIn(data, read)
          : parts.flatMap(({ key, value }) => (textIn(key) === '' ? [] : [[textIn(key), read(textIn(value))]])),
      )
    case 'json':
      return jsonWithPlaces(text) ?? text
    case 'raw-text':
      return text
    default:
      return undefined
  }
}
