import type { JsonNode, TextEdit } from '../schema/json-document.ts'
import { memberOf, parseDocument } from '../schema/json-document.ts'
import { insertItem, insertMember } from '../schema/json-edits.ts'
import type { ToolSchema } from '../tool/tool.ts'

const typeOf = (message: JsonNode): unknown => memberOf(message, 'type')?.value

/**
 * Edits that add a Tool to an Idea's text: in its last tool Message, or a new one at the end. None without a context.
 */
export const addToolToIdea = (text: string, name: string, schema: ToolSchema): readonly TextEdit[] => {
  const document = parseDocument(text)
  const context = memberOf(document.root, 'context')
  if (context?.type !== 'array') return []
  const holder = (context.children ?? []).findLast((message) => typeOf(message) === 'tool')
  const tools = memberOf(holder, 'tool')
  return tools?.type === 'object'
    ? insertMember(document, tools, name, schema)
    : insertItem(document, context, { type: 'tool', tool: { [name]: schema } })
}
