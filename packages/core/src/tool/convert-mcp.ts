import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import type { Exported, Imported, ImportedTool, Lost } from './conversion.ts'
import { nothing, pretty, stringOf, toolFrom, toolNameFrom, toolToExport } from './conversion.ts'
import type { ToolSchema } from './tool.ts'

/** The answer to MCP's `tools/list`: the whole message, its result, the list, or one tool. */
export const importMcpTools = (value: Json): Imported => {
  const result = isObject(value) && isObject(value.result) ? value.result : value
  const list = Array.isArray(result)
    ? result
    : isObject(result) && Array.isArray(result.tools)
      ? result.tools
      : [result]
  const lost: Lost[] = []
  if (isObject(result) && result.nextCursor !== undefined) {
    lost.push({ path: '/nextCursor', what: 'The list continues: more tools are on the next page.' })
  }
  const tools = list.flatMap((item: Json, index): readonly ImportedTool[] => {
    const path = `/${index}`
    if (!isObject(item) || typeof item.name !== 'string') {
      lost.push({ path, what: 'An entry without a name isn’t a tool.' })
      return []
    }
    const { name, title, description, inputSchema, outputSchema, annotations, ...others } = item
    for (const key of Object.keys(others)) lost.push({ path: `${path}/${key}`, what: `${key} has no place in a Tool.` })
    const hints = isObject(annotations) ? annotations : {}
    const schema = toolFrom(
      {
        title: stringOf(title) ?? stringOf(hints.title),
        description: stringOf(description),
        parameters: inputSchema,
        result: outputSchema,
        meta: metaOf(hints, `${path}/annotations`, lost),
      },
      path,
      lost,
    )
    return [{ name: toolNameFrom(name, path, lost), schema }]
  })
  return tools.length === 0 && lost.length === 0 ? nothing('There is no tool in this text.') : { tools, lost }
}

/**
 * The specification's defaults: a tool destroys, and isn't repeatable. So a person confirms it, and decides after a
 * crash.
 */
const metaOf = (hints: JsonObject, path: string, lost: Lost[]): JsonObject => {
  const { title: _title, destructiveHint, idempotentHint, readOnlyHint, ...others } = hints
  for (const key of Object.keys(others)) lost.push({ path: `${path}/${key}`, what: `${key} has no place in a Tool.` })
  const isHarmless = readOnlyHint === true
  return {
    ...(destructiveHint !== false && !isHarmless && { _approval: { const: 'required' } }),
    ...(idempotentHint !== true && !isHarmless && { _idempotent: { const: false } }),
  }
}

export const exportMcpTool = (name: string, schema: ToolSchema): Exported => {
  const { tool, parameters, lost } = toolToExport(name, schema, ['_approval', '_idempotent', '_output', '_result'])
  if (tool.approval?.type === 'when') {
    lost.push({ path: '/properties/_approval', what: 'The condition of _approval became a hint for every Call.' })
  }
  const isObjectOutput = isObject(tool.output) && tool.output.type === 'object'
  if (tool.output !== undefined && !isObjectOutput) {
    lost.push({ path: '/properties/_output', what: 'MCP has no place for a result that isn’t an object.' })
  }
  const annotations: JsonObject = {
    ...(tool.approval !== undefined && { destructiveHint: true }),
    ...(!tool.idempotent && { idempotentHint: false }),
  }
  const exported: JsonObject = {
    name,
    ...(tool.title !== undefined && { title: tool.title }),
    ...(tool.description !== '' && { description: tool.description }),
    inputSchema: parameters,
    ...(isObject(tool.output) && isObjectOutput && { outputSchema: tool.output }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  }
  return { text: pretty({ tools: [exported] }), lost }
}
