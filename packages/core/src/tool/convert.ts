import { type ParseError, parseTree } from 'jsonc-parser'
import { exampleOf } from '../schema/example-of.ts'
import { schemaFromTypeScript } from '../schema/typescript/from-typescript.ts'
import { jsonOf } from '../schema/json-document.ts'
import { inferSchema } from '../schema/infer.ts'
import { TYPE_NAMES } from '../schema/check-schema.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { fromShorthand, isShorthand, toShorthand } from '../schema/shorthand.ts'
import type { Exported, Imported, Lost } from './conversion.ts'
import { keywordsLost, nothing, pretty, toolFrom, toolNameFrom, toolToExport } from './conversion.ts'
import { exportAnthropicTool, importAnthropicTools } from './convert-anthropic.ts'
import { exportGeminiTool, importGeminiTools } from './convert-gemini.ts'
import { exportMcpTool, importMcpTools } from './convert-mcp.ts'
import { exportOpenAiTool, importOpenAiTools } from './convert-openai.ts'
import { exportOpenApi, importOpenApi } from './convert-openapi.ts'
import { foreignExportOf, foreignYamlOf } from './foreign-export.ts'
import { type LostCode, lostOf } from './lost-sentences.ts'
import { foreignShapeIn } from './foreign-tool.ts'
import { META_FIELD_SPELLINGS } from './meta-names.ts'
import { toTypeScript } from './tool-typescript.ts'
import type { ToolSchema } from './tool.ts'

/** Ways to write a Tool elsewhere: what can be pasted in and copied out. */
export const TOOL_FORMATS = [
  'schema',
  'example',
  'shorthand',
  'openai',
  'anthropic',
  'gemini',
  'mcp',
  'openapi',
  'typescript',
] as const
/** A form in which Tools come from and go to other programs. */
export type ToolFormat = (typeof TOOL_FORMATS)[number]

/** The format of a text, by names that only it has; undefined otherwise. An `example` can't be recognised. */
export const detectFormat = (text: string): ToolFormat | undefined => {
  const value = readJson(text)
  if (value === undefined) return 'typescript'
  if (foreignExportOf(value) !== undefined) return undefined
  const shape = foreignShapeIn(value)
  if (shape !== undefined) return shape
  if (!isObject(value)) return undefined
  if (isObject(value.result) && Array.isArray(value.result.tools)) return 'mcp'
  if (isOpenApi(value)) return 'openapi'
  if (isShorthand(value)) return 'shorthand'
  return isSchema(value) ? 'schema' : undefined
}

/** Whether an object is a schema of parameters: by its own words, and with nothing that no schema could hold there. */
const isSchema = (value: JsonObject): boolean => {
  const { type, properties } = value
  const isTyped = type === undefined || isTypeName(type) || (Array.isArray(type) && type.every(isTypeName))
  const named = isObject(properties) ? Object.values(properties) : []
  if (!isTyped || named.some((each) => !isObject(each) && typeof each !== 'boolean')) return false
  const says = ['properties', '$schema', 'anyOf', 'oneOf', 'allOf', '$ref', '$defs'].some((key) => key in value)
  return says || (type === 'object' && Object.keys(value).every((key) => key === 'type' || OF_EMPTY.includes(key)))
}
const isTypeName = (type: Json): boolean => TYPE_NAMES.some((name) => name === type)
/** A Tool's members besides its type, if it has no parameters. */
const OF_EMPTY: readonly string[] = ['title', 'description', 'additionalProperties', 'required']

const isOpenApi = (value: { readonly [key: string]: Json }): boolean =>
  value.openapi !== undefined ||
  isObject(value.paths) ||
  isObject(value.responses) ||
  typeof value.operationId === 'string' ||
  ['get', 'post', 'put', 'patch', 'delete'].some(
    (method) => isObject(value[method]) && isObject((value[method] as { responses?: Json }).responses),
  ) // an object, as just seen

/** JSON, comments and trailing commas tolerated; undefined for anything else. */
export const readJson = (text: string): Json | undefined => {
  const errors: ParseError[] = []
  try {
    // A tree, because the parser's own values have no member __proto__.
    const root = parseTree(text, errors, { allowTrailingComma: true })
    return errors.length === 0 && root !== undefined ? jsonOf(root) : undefined
  } catch {
    return undefined // nested deeper than the stack
  }
}

/** Tools from a text in another format, with all losses. `name` is for formats without names. Pure; never throws. */
export const importTools = (text: string, given?: ToolFormat, name = 'tool'): Imported => {
  const format = given ?? detectFormat(text)
  const doubt = given === undefined ? doubtOf(text, format) : undefined
  if (doubt !== undefined) return { tools: [], lost: [doubt] }
  if (format === undefined) return untold('notGuessed')
  if (format === 'typescript') return importTypeScript(text, name)
  const value = readJson(text)
  if (value === undefined) return untold('notJson')
  switch (format) {
    case 'openai':
      return importOpenAiTools(value)
    case 'anthropic':
      return importAnthropicTools(value)
    case 'gemini':
      return importGeminiTools(value)
    case 'mcp':
      return importMcpTools(value)
    case 'openapi':
      return importOpenApi(value)
    case 'example':
      return importSchema(inferSchema(value), name)
    case 'shorthand': {
      const schema = fromShorthand(value)
      return schema === undefined
        ? nothing('This isn’t the shorthand: names with types, such as { "name": "string" }.')
        : importSchema(schema, name)
    }
    case 'schema':
      return importSchema(value, name)
  }
}

const OPENING = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

/** Whether every bracket outside of quotes is closed by its own kind. */
const isClosed = (text: string): boolean => {
  const open: string[] = []
  for (const [token] of text.matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[()[\]{}]/g)) {
    if (token.length > 1) continue
    const opening = OPENING.get(token)
    if (opening === undefined) open.push(token)
    else if (open.pop() !== opening) return false
  }
  return open.length === 0
}

const hasNames = (value: Json | undefined): boolean => {
  const [first] = Array.isArray(value) ? value : [value]
  return isObject(first) && Object.keys(first).length > 0
}

/** The file by which clients of MCP know their servers. */
const namesServers = (value: Json | undefined): boolean => isObject(value) && isObject(value['mcpServers'])

/** A file of a workspace, which has its own place there. */
const placeOf = (value: Json | undefined): LostCode | undefined => {
  if (!isObject(value)) return undefined
  if (Array.isArray(value.context)) return 'isIdea'
  return value.version === 1 && typeof value.name === 'string' ? 'isSettings' : undefined
}

/** The first member of an OpenAPI document, at the left edge of a text that isn't JSON. */
const YAML_OF_OPENAPI = /^(?:openapi|swagger)\s*:/m

const untold = (code: LostCode): Imported => ({ tools: [], lost: [lostOf(code, '')] })

/** Programs, told by what no type begins with. `importText` reads them; what it can't read must not be taken for types. */
const CODE: readonly (readonly [pattern: RegExp, code: LostCode])[] = [
  [/^\s*(?:(?:const|let|var)\s+[\w$]+\s*=\s*)?(?:await\s+)?Tool\s*\.\s*register\s*\(/m, 'scriptBroken'],
  [
    /^package\s+\w+\s*$|^\s*(?:var\s+)?\w+\s*:?=\s*(?:\[\]|&)?\*?(?:\w+\.)?(?:Tool|FunctionDefinition)s?\s*\{|^type\s+\w+\s+struct\s*\{/m,
    'goWithoutTools',
  ],
]
/** Why a text without a named format is most likely none of them. */
const doubtOf = (text: string, format: ToolFormat | undefined): Lost | undefined => {
  const code = doubtCode(text, format)
  if (code !== undefined) return lostOf(code, '')
  const value = format === 'typescript' ? undefined : readJson(text)
  const isOpen = format === undefined || format === 'shorthand'
  const name = format === 'typescript' ? foreignYamlOf(text) : isOpen && value !== undefined && foreignExportOf(value)
  if (typeof name === 'string') return lostOf('otherProgram', '', { name })
  return !isOpen || value === undefined || hasNames(value) ? undefined : lostOf('noNames', '')
}

const doubtCode = (text: string, format: ToolFormat | undefined): LostCode | undefined => {
  if (/[\u0000\uFFFD]/.test(text)) return 'noText'
  if (format === 'typescript') {
    if (YAML_OF_OPENAPI.test(text)) return 'yaml'
    if (/^\s*[[{]/.test(text) && !isClosed(text)) return 'cutJson'
    return CODE.find(([pattern]) => pattern.test(text))?.[1]
  }
  const value = format === undefined || format === 'shorthand' ? readJson(text) : undefined
  if (value === undefined) return undefined
  return namesServers(value) ? 'mcpServers' : placeOf(value)
}

/** Parameters are an object: any other schema becomes the parameter `value`. */
const importSchema = (schema: Json, name: string): Imported => {
  const lost: Lost[] = []
  const isWhole = isObject(schema) && (schema.type === 'object' || schema.type === undefined)
  if (isWhole && isTool(schema)) return { tools: [{ name, schema }], lost }
  if (!isWhole) lost.push({ path: '', what: 'Parameters are an object, so this became the parameter value.' })
  const parameters: Json = isWhole ? schema : { type: 'object', properties: { value: schema }, required: ['value'] }
  return { tools: [{ name: toolNameFrom(name, '', lost), schema: toolFrom({ parameters }, '', lost) }], lost }
}

/** A schema with meta fields is a Tool already. */
const isTool = (schema: ToolSchema): boolean =>
  [...Object.keys(schema), ...Object.keys(isObject(schema.properties) ? schema.properties : {})].some((key) =>
    META_FIELD_SPELLINGS.includes(key),
  )

const importTypeScript = (text: string, fallback: string): Imported => {
  const read = schemaFromTypeScript(text)
  const lost: Lost[] = read.lost.map((what) => ({ path: '', what }))
  const hasFields = isObject(read.schema) && isObject(read.schema.properties)
  if (read.name === '' && !hasFields) return untold('neither')
  const name = read.name === '' ? fallback : read.name.charAt(0).toLowerCase() + read.name.slice(1)
  const schema = toolFrom({ parameters: read.schema === true ? {} : read.schema, output: read.result }, '', lost)
  return { tools: [{ name: toolNameFrom(name, '', lost), schema }], lost }
}

/** A Tool's text in another format, with everything that format has no place for. */
export const exportTool = (name: string, schema: ToolSchema, format: ToolFormat): Exported => {
  switch (format) {
    case 'openai':
      return exportOpenAiTool(name, schema)
    case 'anthropic':
      return exportAnthropicTool(name, schema)
    case 'gemini':
      return exportGeminiTool(name, schema)
    case 'mcp':
      return exportMcpTool(name, schema)
    case 'openapi':
      return exportOpenApi(name, schema)
    case 'schema':
      return { text: pretty(schema), lost: [] }
    case 'typescript': {
      const { tool, lost } = toolToExport(name, schema, ['_output', '_result', '_activity'])
      const { types, lost: unsaid } = toTypeScript(tool)
      return { text: types, lost: [...lost, ...keywordsLost(unsaid, 'a type')] }
    }
    case 'example':
    case 'shorthand': {
      const { parameters, lost } = toolToExport(name, schema, [])
      if (format === 'example') return { text: pretty(exampleOf(parameters)), lost }
      const { value, lost: unsaid } = toShorthand(parameters)
      return { text: pretty(value), lost: [...lost, ...keywordsLost(unsaid, 'shorthand')] }
    }
  }
}
