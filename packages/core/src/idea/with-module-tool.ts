import { applyTextEdits, keyOf, memberOf, parseDocument, type JsonNode } from '../schema/json-document.ts'
import { editInSteps, insertMember, removeChild, type EditStep } from '../schema/json-edits.ts'
import type { JsonDocument } from '../schema/json-document.ts'
import type { ToolSchema } from '../tool/tool.ts'
import { addToolToIdea } from './add-tool.ts'

/** The Tools of each tool Message, as objects of the text. */
const toolsIn = ({ root }: JsonDocument): readonly JsonNode[] =>
  (memberOf(root, 'context')?.children ?? []).flatMap((message) => {
    const tools = memberOf(message, 'type')?.value === 'tool' ? memberOf(message, 'tool') : undefined
    return tools?.type === 'object' ? [tools] : []
  })

const indexOf = (tools: JsonNode, names: readonly string[]): number =>
  (tools.children ?? []).findIndex((child) => names.includes(keyOf(child) ?? ''))

/** An Idea's text in which a Tool takes the place of others, where the first of them is; of a Message without Tools nothing is left. */
export const withModuleTool = (
  text: string,
  name: string,
  { tool, replaced }: { readonly tool: ToolSchema; readonly replaced: readonly string[] },
): string => {
  const add: EditStep = (document) => {
    const tools = toolsIn(document).find((one) => indexOf(one, replaced) >= 0)
    return tools === undefined
      ? addToolToIdea(document.text, name, tool)
      : insertMember(document, tools, name, tool, indexOf(tools, replaced))
  }
  const remove: EditStep = (document) => {
    const tools = toolsIn(document).find((one) => indexOf(one, replaced) >= 0)
    const child = tools?.children?.[indexOf(tools, replaced)]
    if (tools === undefined || child === undefined) return []
    const message = tools.parent?.parent
    return removeChild(document, tools.children?.length === 1 && message !== undefined ? message : child)
  }
  const count = toolsIn(parseDocument(text)).reduce(
    (sum, { children = [] }) => sum + children.filter((child) => replaced.includes(keyOf(child) ?? '')).length,
    0,
  )
  return applyTextEdits(text, editInSteps(text, [add, ...Array.from({ length: count }, () => remove)]))
}
