import type { Json } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import type { Exported, Lost } from './conversion.ts'
import { keywordsLost, pretty, toolToExport } from './conversion.ts'
import type { ToolFormat } from './convert.ts'
import { exportTool } from './convert.ts'
import { openApiDocument } from './openapi-document.ts'
import { toTypeScriptFile } from './tool-typescript.ts'
import type { ToolSchema } from './tool.ts'

export interface NamedTool {
  readonly name: string
  readonly schema: ToolSchema
}

/** A loss of one of several Tools has its name in front. */
const lostOf = (name: string, lost: readonly Lost[]): readonly Lost[] =>
  lost.map(({ path, what }) => ({ path: `${name}${path}`, what }))

/**
 * Several Tools as one text in a format: one list, one OpenAPI document, one TypeScript file, or an object by name.
 * Paths of losses begin with the Tool's name. Pure.
 */
export const exportTools = (tools: readonly NamedTool[], format: ToolFormat): Exported => {
  if (format === 'typescript') {
    const read = tools.map(({ name, schema }) => ({
      name,
      ...toolToExport(name, schema, ['_output', '_result', '_activity']),
    }))
    const file = toTypeScriptFile(read.map(({ tool }) => tool))
    const lost = read.flatMap(({ name, lost: own }, index) =>
      lostOf(name, [...own, ...keywordsLost(file.lost[index] ?? [], 'a type')]),
    )
    return { text: file.text, lost }
  }
  const each = tools.map(({ name, schema }) => {
    const { text, lost } = exportTool(name, schema, format)
    return { name, value: JSON.parse(text) as Json, lost: lostOf(name, lost) } // what this module wrote
  })
  return { text: pretty(join(each, format)), lost: each.flatMap(({ lost }) => lost) }
}

interface Written {
  readonly name: string
  readonly value: Json
}

const join = (each: readonly Written[], format: Exclude<ToolFormat, 'typescript'>): Json => {
  switch (format) {
    case 'openai':
    case 'anthropic':
      return each.flatMap(({ value }): readonly Json[] => (Array.isArray(value) ? value : [value]))
    case 'gemini': {
      const declared = each.flatMap(({ value }): readonly Json[] => {
        const list = Array.isArray(value) && isObject(value[0]) ? value[0].functionDeclarations : undefined
        return Array.isArray(list) ? list : []
      })
      return [{ functionDeclarations: declared }]
    }
    case 'mcp':
      return {
        tools: each.flatMap(({ value }): readonly Json[] =>
          isObject(value) && Array.isArray(value.tools) ? value.tools : [value],
        ),
      }
    case 'openapi':
      return openApiDocument(each.map(({ name, value }) => [name, isObject(value) ? value : {}]))
    case 'schema':
    case 'example':
    case 'shorthand':
      return each.length === 1
        ? (each[0]?.value ?? null)
        : Object.fromEntries(each.map(({ name, value }) => [name, value]))
  }
}
