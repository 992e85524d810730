import type { SyntaxNode } from '@lezer/common'
import { define, type Json, type JsonObject } from '../../schema/json.ts'
import type { Lost } from '../../tool/conversion.ts'
import { type GoProgram, argumentsOf, lastName, lineAt, valueAt } from './go-program.ts'
import { lostOf } from '../../tool/lost-sentences.ts'

const TYPES: { readonly [option: string]: string } = {
  WithString: 'string',
  WithNumber: 'number',
  WithInteger: 'integer',
  WithBoolean: 'boolean',
  WithObject: 'object',
  WithArray: 'array',
}
const KEYWORDS: { readonly [option: string]: string } = {
  Description: 'description',
  Title: 'title',
  Min: 'minimum',
  Max: 'maximum',
  MultipleOf: 'multipleOf',
  MinLength: 'minLength',
  MaxLength: 'maxLength',
  MinItems: 'minItems',
  MaxItems: 'maxItems',
  UniqueItems: 'uniqueItems',
  Pattern: 'pattern',
  Items: 'items',
  Properties: 'properties',
  AdditionalProperties: 'additionalProperties',
  DefaultString: 'default',
  DefaultNumber: 'default',
  DefaultBool: 'default',
}

/** A tool that is put together by options, as `mcp.NewTool("x", mcp.WithString("y", mcp.Required()))`. */
export const builtTool = (
  program: GoProgram,
  call: SyntaxNode,
  lost: Lost[],
): { readonly format: 'mcp'; readonly tool: JsonObject } | undefined => {
  const [named, ...options] = argumentsOf(call)
  const name = named && valueAt(program, named)
  if (typeof name !== 'string') {
    lost.push(lostOf('computedName', lineAt(program, call)))
    return undefined
  }
  const properties: { [name: string]: Json } = {}
  const required: string[] = []
  let description: Json | undefined
  for (const option of options) {
    const word = lastName(program, option.firstChild ?? undefined)
    const [key, ...inner] = argumentsOf(option)
    const value = key && valueAt(program, key)
    const type = Object.hasOwn(TYPES, word) ? TYPES[word] : undefined
    if (word === 'WithDescription' && typeof value === 'string') description = value
    else if (type !== undefined && typeof value === 'string') {
      const parameter = parameterOf(program, type, inner, value, lost)
      define(properties, value, parameter.schema)
      if (parameter.isRequired) required.push(value)
    } else lost.push(lostOf('optionUnread', lineAt(program, option), { option: word, name }))
  }
  const inputSchema: JsonObject = { type: 'object', properties, ...(required.length > 0 && { required }) }
  return { format: 'mcp', tool: { name, ...(typeof description === 'string' && { description }), inputSchema } }
}

const parameterOf = (
  program: GoProgram,
  type: string,
  options: readonly SyntaxNode[],
  name: string,
  lost: Lost[],
): { readonly schema: JsonObject; readonly isRequired: boolean } => {
  const schema: { [keyword: string]: Json } = { type }
  let isRequired = false
  for (const option of options) {
    const word = lastName(program, option.firstChild ?? undefined)
    const values = argumentsOf(option).map((each) => valueAt(program, each))
    const [value] = values
    const keyword = Object.hasOwn(KEYWORDS, word) ? KEYWORDS[word] : undefined
    if (word === 'Required') isRequired = true
    else if (word === 'Enum' && values.every((each) => each !== undefined)) schema['enum'] = values
    else if (keyword !== undefined && value !== undefined) schema[keyword] = value
    else lost.push(lostOf('optionUnread', lineAt(program, option), { option: word, name }))
  }
  return { schema, isRequired }
}
