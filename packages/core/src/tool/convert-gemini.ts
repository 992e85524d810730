import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import type { Exported, Imported, ImportedTool, Lost } from './conversion.ts'
import { nothing, pretty, stringOf, toolFrom, toolNameFrom, toolToExport } from './conversion.ts'
import { foreignTools } from './foreign-tool.ts'
import { mapSubschemas } from './map-subschemas.ts'
import type { ToolSchema } from './tool.ts'

/** Function declarations as Gemini takes them: a list of them, one, or `tools` that hold lists of them. */
export const importGeminiTools = (value: Json): Imported => {
  const lost: Lost[] = []
  const declared = foreignTools(value).flatMap((item): readonly Json[] => {
    const list = isObject(item) ? (item.functionDeclarations ?? item.function_declarations) : undefined
    return Array.isArray(list) ? list : [item]
  })
  const tools = declared.flatMap((item, index): readonly ImportedTool[] => {
    const path = `/${index}`
    if (!isObject(item) || typeof item.name !== 'string') {
      lost.push({ path, what: 'An entry without a name isn’t a function declaration.' })
      return []
    }
    const { name, description, parameters, parametersJsonSchema, response, responseJsonSchema, ...others } = item
    for (const key of Object.keys(others)) lost.push({ path: `${path}/${key}`, what: `${key} has no place in a Tool.` })
    const output = responseJsonSchema ?? (response === undefined ? undefined : fromOpenApi(response))
    const schema = toolFrom(
      {
        description: stringOf(description),
        parameters: parametersJsonSchema ?? (parameters === undefined ? undefined : fromOpenApi(parameters)),
        ...(output !== undefined && { output }),
      },
      path,
      lost,
    )
    return [{ name: toolNameFrom(name, path, lost), schema }]
  })
  return tools.length === 0 && lost.length === 0 ? nothing('There is no tool in this text.') : { tools, lost }
}

/** Numbers that its JSON writes as text. */
const COUNTS = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties']

/** Gemini's own dialect: types in capitals, `nullable`, counts as text. */
const fromOpenApi = (schema: Json): JsonSchema => {
  if (!isObject(schema)) return true
  const { nullable, propertyOrdering: _order, type, format, ...rest } = mapSubschemas(schema, fromOpenApi)
  const plain = typeof type === 'string' && type !== 'TYPE_UNSPECIFIED' ? type.toLowerCase() : undefined
  const counted = COUNTS.flatMap((key) => (typeof rest[key] === 'string' ? [[key, Number(rest[key])] as const] : []))
  return {
    ...(plain !== undefined && { type: nullable === true ? [plain, 'null'] : plain }),
    ...(format !== undefined && format !== 'enum' && { format }),
    ...rest,
    ...Object.fromEntries(counted),
    ...(nullable === true && Array.isArray(rest.enum) && { enum: [...rest.enum, null] }),
  }
}

export const exportGeminiTool = (name: string, schema: ToolSchema): Exported => {
  const { tool, parameters, lost } = toolToExport(name, schema, ['_output', '_result'])
  if (tool.title !== undefined) lost.push({ path: '/title', what: 'A function declaration has no title.' })
  const declaration: JsonObject = {
    name,
    ...(tool.description !== '' && { description: tool.description }),
    parametersJsonSchema: parameters,
    ...(tool.output !== undefined && { responseJsonSchema: tool.output }),
  }
  return { text: pretty([{ functionDeclarations: [declaration] }]), lost }
}
