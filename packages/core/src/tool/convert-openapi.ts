import type { Json, JsonObject } from '../schema/json.ts'
import { escapePointer, hasOwn, isObject } from '../schema/json.ts'
import { followReference } from '../schema/pointer.ts'
import type { Exported, Imported, ImportedTool, Lost } from './conversion.ts'
import { nothing, pretty, stringOf, toolFrom, toolNameFrom, toolToExport } from './conversion.ts'
import { isMetaName } from './meta-names.ts'
import { isName } from './name.ts'
import { type Operation, operationsOf } from './openapi-operations.ts'
import { pagingOf } from './openapi-paging.ts'
import { isHeaderName, requestOf } from './openapi-request.ts'
import { lostOf } from './lost-sentences.ts'
import { toDraft2020, type Definitions } from './openapi-schemas.ts'
import type { ToolSchema } from './tool.ts'

/** Operations of OpenAPI 3: one operation, a path item, or a whole document. */
export const importOpenApi = (value: Json): Imported => {
  if (!isObject(value)) return nothing('An OpenAPI operation is an object.')
  const lost: Lost[] = []
  const tools = operationsOf(value).map((operation) => importOperation(operation, value, lost))
  return tools.length === 0 ? nothing('There is no operation in this text.') : { tools, lost }
}

/** The Tool of one operation, with its HTTP Activity where the document names a server. */
export const importOperation = (operation: Operation, document: JsonObject, lost: Lost[]): ImportedTool => {
  const { path, route, method, value } = operation
  const definitions: Definitions = { schemas: {}, names: new Map() }
  const read = (schema: Json): Json => toDraft2020(schema, document, definitions, lost)
  // A reference that leads nowhere is any value; `read` reports it.
  const readBody = (schema: Json): Json => read(follow(schema, document) ?? schema)
  const inputs: Inputs = { properties: {}, required: [], names: {}, read, readBody, path, lost }
  const given = addParameters(operation, document, inputs)
  const isForm = addBody(follow(value.requestBody ?? null, document), inputs)
  const answer = resultOf(value, document, path, lost)
  if (value.callbacks !== undefined)
    lost.push(lostOf('openapiCallbacks', `${path}/callbacks`, { name: operation.name }))
  const result = answer === undefined ? undefined : withDefinitions(read(answer), definitions)
  const { properties, required } = inputs
  const parameters = {
    type: 'object',
    properties,
    ...(required.length > 0 && { required: [...new Set(required)] }),
    ...(Object.keys(definitions.schemas).length > 0 && { $defs: definitions.schemas }),
  }
  const meta = {
    ...metaOf(method),
    ...(Object.keys(inputs.names).length > 0 && { _parameterNames: { const: inputs.names } }),
  }
  const words = wordsOf(value)
  const description = [words.description, pagingOf(given, answer)].filter(Boolean).join('\n\n') || undefined
  const schema = toolFrom({ ...words, description, parameters, result, meta }, path, lost)
  const name = toolNameFrom(operation.name, path, lost)
  const parts = {
    operation: value,
    parameters: given,
    bodyIsOne: hasOwn(properties, 'body') && !isDeclared(given, 'body'),
    isForm,
  }
  const http = requestOf({ route, method, name }, parts, document, path, lost)
  return { name, schema, ...(http !== undefined && { http }) }
}

/** HTTP methods: some only read, PUT and DELETE are repeatable. Any that may change something asks a person. */
const metaOf = (method: string): JsonObject => ({
  ...(!SAFE.includes(method) && { _approval: { const: 'required' } }),
  ...(!SAFE.includes(method) && !REPEATABLE.includes(method) && { _idempotent: { const: false } }),
})
const SAFE = ['get', 'head', 'options', 'trace']
const REPEATABLE = ['put', 'delete']

/** The parts of a Tool's parameters, while an operation is read. */
interface Inputs {
  readonly properties: { [name: string]: Json }
  readonly required: string[]
  /** The API's names for parameters that are renamed in the Tool. */
  readonly names: { [name: string]: string }
  readonly read: (schema: Json) => Json
  /** A body that is a component has its members, too. */
  readonly readBody: (schema: Json) => Json
  readonly path: string
  readonly lost: Lost[]
}

/** Adds what a model fills in of the address. Returns each with the name that it is `called` by in the Tool. */
const addParameters = (
  { shared, value }: Operation,
  document: JsonObject,
  { properties, required, names, read, path, lost }: Inputs,
): readonly JsonObject[] => {
  const own = Array.isArray(value.parameters) ? value.parameters : []
  return parametersOf([...shared, ...own], document).flatMap((parameter): readonly JsonObject[] => {
    const { in: where, schema = {}, description, required: isRequired } = parameter
    const key = String(parameter.name)
    const place = `${path}/parameters/${escapePointer(key)}`
    if (where === 'header' && IGNORED_HEADERS.test(key)) {
      lost.push(lostOf('openapiHeader', place, { name: key }))
      return []
    }
    if ((where === 'header' || where === 'cookie') && !isHeaderName(key)) {
      lost.push(lostOf('openapiHeaderName', place, { name: key }))
      return []
    }
    // A cookie says who asks: the server's keys give it, and no model.
    if (where === 'cookie') return [{ ...parameter, called: key }]
    const called = placeName(key, properties)
    if (called !== key) names[called] = key
    const type = read(schema)
    properties[called] = isObject(type) && description !== undefined ? { description, ...type } : type
    if (isRequired === true || where === 'path') required.push(called)
    return [{ ...parameter, called }]
  })
}

/** Headers that OpenAPI leaves to the client, and those that the sending itself sets. */
const IGNORED_HEADERS =
  /^(?:accept|content-type|authorization|cookie|x-api-key|host|content-length|connection|transfer-encoding|upgrade|te|trailer|expect|keep-alive|accept-encoding|proxy-.*)$/iu

/** A result is its own schema: it takes its definitions along. */
const withDefinitions = (output: Json, { schemas }: Definitions): Json =>
  isObject(output) && JSON.stringify(output).includes('"$ref"') ? { ...output, $defs: schemas } : output

/** The summary is a title if there is a description, else the description. */
const wordsOf = ({
  summary,
  description,
}: JsonObject): Readonly<Record<'title' | 'description', string | undefined>> => {
  const said = [stringOf(summary), stringOf(description)].filter((text) => text !== undefined && text !== '')
  return { title: said.length > 1 ? said[0] : undefined, description: said.at(-1) }
}

/** The later of duplicates wins: an operation's own over its path's. */
const parametersOf = (written: readonly Json[], document: JsonObject): readonly JsonObject[] => {
  const found = new Map<string, JsonObject>()
  for (const one of written) {
    const parameter = follow(one, document)
    if (isObject(parameter) && typeof parameter.name === 'string')
      found.set(JSON.stringify([parameter.in ?? null, parameter.name]), parameter)
  }
  return [...found.values()]
}

/** A parameter's name if it is valid in an HTTP Activity's address, else a unique one made of it. */
const placeName = (written: string, taken: JsonObject): string => {
  const plain = isName(written)
    ? written
    : written
        .replaceAll(/[^A-Za-z0-9_-]+/gu, '_')
        .replaceAll(/^[^A-Za-z]+|_+$/gu, '')
        .slice(0, 60) || 'value'
  let name = plain
  for (let count = 2; hasOwn(taken, name); count++) name = `${plain}_${count}`
  return name
}

const isDeclared = (parameters: readonly JsonObject[], name: string): boolean =>
  parameters.some((parameter) => parameter['called'] === name)

/** An object body's members become parameters if their names allow it; any other body is the parameter `body`. Returns whether it is sent as a form. */
const addBody = (body: Json | undefined, { properties, required, names, readBody, path, lost }: Inputs): boolean => {
  if (!isObject(body)) return false
  const json = jsonContent(body.content, `${path}/requestBody`, lost)
  const form = json === undefined && isObject(body.content) ? body.content[FORM] : undefined
  const content = json ?? (isObject(form) ? (form.schema ?? {}) : undefined)
  if (content === undefined) return false
  const isForm = json === undefined
  const schema = readBody(content)
  const isPlain = isObject(schema) && isObject(schema.properties) && schema.allOf === undefined
  const members = isPlain && isObject(schema.properties) ? schema.properties : {}
  if (!isPlain || Object.keys(members).some((key) => hasOwn(properties, key))) {
    properties['body'] = schema
    if (body.required === true) required.push('body')
    return isForm
  }
  const renamed = new Map<string, string>()
  for (const [key, member] of Object.entries(members)) {
    const called = isMetaName(key) ? placeName(key, { ...properties, ...members }) : key
    properties[called] = member
    if (called === key) continue
    renamed.set(key, called)
    names[called] = key
  }
  if (Array.isArray(schema.required))
    required.push(...schema.required.map((key: Json) => renamed.get(String(key)) ?? String(key)))
  return isForm
}

const FORM = 'application/x-www-form-urlencoded'

const jsonContent = (content: Json | undefined, path: string, lost: Lost[]): Json | undefined => {
  if (!isObject(content)) return undefined
  const types = Object.keys(content)
  const json = types.find((type) => /^application\/(?:.+\+)?json\b|^\*\/\*/u.test(type))
  for (const type of types)
    if (type !== json && !(json === undefined && type === FORM))
      lost.push(lostOf('openapiMedia', `${path}/content/${escapePointer(type)}`, { type }))
  const media = json === undefined ? undefined : content[json]
  return isObject(media) ? (media.schema ?? {}) : undefined
}

const resultOf = (operation: JsonObject, document: JsonObject, path: string, lost: Lost[]): Json | undefined => {
  const responses = isObject(operation.responses) ? operation.responses : {}
  const success =
    Object.keys(responses).find((status) => /^2/u.test(status)) ??
    (hasOwn(responses, 'default') ? 'default' : undefined)
  for (const status of Object.keys(responses)) {
    if (status !== success) lost.push(lostOf('openapiStatus', `${path}/responses/${status}`, { status }))
  }
  const response = success === undefined ? undefined : follow(responses[success] ?? null, document)
  return isObject(response) ? jsonContent(response.content, `${path}/responses/${success ?? ''}`, lost) : undefined
}

const follow = (value: Json, document: JsonObject): Json => {
  let current = value
  for (let hops = 0; hops < 16 && isObject(current) && typeof current.$ref === 'string'; hops++) {
    current = followReference(document, current.$ref) ?? null
  }
  return current
}

export const exportOpenApi = (name: string, schema: ToolSchema): Exported => {
  const { tool, parameters, lost } = toolToExport(name, schema, ['_output', '_result'])
  const operation: JsonObject = {
    operationId: name,
    ...(tool.title !== undefined && { summary: tool.title }),
    ...(tool.description !== '' && { description: tool.description }),
    requestBody: { required: true, content: { 'application/json': { schema: parameters } } },
    responses: {
      '200': {
        description: 'The result.',
        ...(tool.output !== undefined && { content: { 'application/json': { schema: tool.output } } }),
      },
    },
  }
  return { text: pretty(operation), lost }
}
