import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import type { Exported, Imported, ImportedTool, Lost } from './conversion.ts'
import { nothing, pretty, stringOf, toolFrom, toolNameFrom, toolToExport } from './conversion.ts'
import { foreignTools } from './foreign-tool.ts'
import type { ToolSchema } from './tool.ts'

/** Tools as Chat Completions and Responses take them: a list, one, or a request's body with `tools`. */
export const importOpenAiTools = (value: Json): Imported => {
  const lost: Lost[] = []
  const tools = foreignTools(value).flatMap((item, index): readonly ImportedTool[] => {
    const path = `/${index}`
    const given = isObject(item) && isObject(item.function) ? item.function : item
    if (!isObject(given) || typeof given.name !== 'string') {
      const type = isObject(item) && typeof item.type === 'string' ? ` of type ${item.type}` : ''
      lost.push({ path, what: `An entry${type} without a function isn’t a Tool.` })
      return []
    }
    const { name, description, parameters, strict, type: _type, ...others } = given
    if (strict === true) lost.push({ path: `${path}/strict`, what: 'strict is chosen by the wire, for every Tool.' })
    for (const key of Object.keys(others)) lost.push({ path: `${path}/${key}`, what: `${key} has no place in a Tool.` })
    const schema = toolFrom({ description: stringOf(description), parameters }, path, lost)
    return [{ name: toolNameFrom(name, path, lost), schema }]
  })
  return tools.length === 0 && lost.length === 0 ? nothing('There is no tool in this text.') : { tools, lost }
}

export const exportOpenAiTool = (name: string, schema: ToolSchema): Exported => {
  const { tool, parameters, lost } = toolToExport(name, schema, [])
  if (tool.title !== undefined) lost.push({ path: '/title', what: 'A function has no title.' })
  const description: JsonObject = tool.description === '' ? {} : { description: tool.description }
  return { text: pretty([{ type: 'function', function: { name, ...description, parameters } }]), lost }
}
