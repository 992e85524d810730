import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'

/** A way in which others write a tool, told by its own names. */
export type ForeignShape = 'openai' | 'anthropic' | 'mcp' | 'gemini'

const TITLES: { readonly [shape in ForeignShape]: string } = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  mcp: 'MCP',
  gemini: 'Gemini',
}

const listOf = ({ functionDeclarations, function_declarations: snake }: JsonObject): Json | undefined =>
  functionDeclarations ?? snake

/** The format of one tool in an envelope around a schema; undefined for anything else. */
export const foreignShape = (value: Json | undefined): ForeignShape | undefined => {
  if (!isObject(value) || isObject(value.properties)) return undefined
  if (Array.isArray(listOf(value))) return 'gemini'
  if (isObject(value.function) && typeof value.function.name === 'string') return 'openai'
  if (typeof value.name !== 'string') return undefined
  if (isObject(value.input_schema)) return 'anthropic'
  if (isObject(value.inputSchema)) return 'mcp'
  if (isObject(value.parametersJsonSchema)) return 'gemini'
  const { parameters } = value
  if (isObject(parameters) && parameters.type === 'OBJECT') return 'gemini'
  const hasSchema = isObject(parameters) && (parameters.type === 'object' || isObject(parameters.properties))
  return hasSchema || value.type === 'function' ? 'openai' : undefined
}

/** The tools of a list, of a request's or an answer's body that holds one, or the one there is. */
export const foreignTools = (value: Json): readonly Json[] => {
  const whole = isObject(value) && isObject(value.result) ? value.result : value
  if (Array.isArray(whole)) return whole
  if (!isObject(whole)) return []
  const list = Array.isArray(whole.tools) ? whole.tools : whole.functions
  return Array.isArray(list) ? list : [whole]
}

/** The shape of the first tool in a text that has one: lists may begin with tools that a provider runs itself. */
export const foreignShapeIn = (value: Json): ForeignShape | undefined => {
  for (const tool of foreignTools(value)) {
    const shape = foreignShape(tool)
    if (shape !== undefined) return shape
  }
  return undefined
}

/**
 * The actual content of a file that should hold a Tool, as the end of a sentence; undefined unless it is a foreign
 * tool.
 */
export const tellForeign = (value: Json): string | undefined => {
  const shape = foreignShapeIn(value)
  if (shape === undefined) return undefined
  return foreignCount(value) > 1
    ? `holds several ${TITLES[shape]} tools: import them with \`ensemble import\`, each as its own file.`
    : `is written as ${shape === 'gemini' ? 'a' : 'an'} ${TITLES[shape]} tool, so it has no parameters here: convert it.`
}

/** How a fix that converts the one tool in a value is called; undefined if there is none, or more than one. */
export const conversionTitle = (value: Json): string | undefined => {
  const shape = foreignShapeIn(value)
  return shape === undefined || foreignCount(value) > 1 ? undefined : `Convert this ${TITLES[shape]} tool`
}

const foreignCount = (value: Json): number =>
  foreignTools(value).reduce((count: number, tool) => {
    const declared = isObject(tool) ? listOf(tool) : undefined
    return count + (Array.isArray(declared) ? declared.length : 1)
  }, 0)
