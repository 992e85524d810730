import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import type { Exported, Imported, ImportedTool, Lost } from './conversion.ts'
import { nothing, pretty, stringOf, toolFrom, toolNameFrom, toolToExport } from './conversion.ts'
import { foreignTools } from './foreign-tool.ts'
import type { ToolSchema } from './tool.ts'

/** Tools as Anthropic's Messages API takes them: a list, one, or a request's body with `tools`. */
export const importAnthropicTools = (value: Json): Imported => {
  const lost: Lost[] = []
  const tools = foreignTools(value).flatMap((item, index): readonly ImportedTool[] => {
    const path = `/${index}`
    if (!isObject(item) || typeof item.name !== 'string' || !isObject(item.input_schema)) {
      const type = isObject(item) && typeof item.type === 'string' ? ` of type ${item.type}` : ''
      lost.push({ path, what: `An entry${type} without an input_schema isn’t a Tool.` })
      return []
    }
    const { name, description, input_schema: parameters, type: _type, ...others } = item
    for (const key of Object.keys(others)) lost.push({ path: `${path}/${key}`, what: `${key} has no place in a Tool.` })
    const schema = toolFrom({ description: stringOf(description), parameters }, path, lost)
    return [{ name: toolNameFrom(name, path, lost), schema }]
  })
  return tools.length === 0 && lost.length === 0 ? nothing('There is no tool in this text.') : { tools, lost }
}

export const exportAnthropicTool = (name: string, schema: ToolSchema): Exported => {
  const { tool, parameters, lost } = toolToExport(name, schema, [])
  if (tool.title !== undefined) lost.push({ path: '/title', what: 'A tool of Anthropic has no title.' })
  const description: JsonObject = tool.description === '' ? {} : { description: tool.description }
  return { text: pretty([{ name, ...description, input_schema: parameters }]), lost }
}
