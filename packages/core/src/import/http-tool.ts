import type { Json, JsonObject } from '../schema/json.ts'
import type { ToolSchema } from '../tool/tool.ts'
import type { Draft } from './draft.ts'
import { type ForeignRequest, safeRequest } from './http-request.ts'

interface ForeignTool {
  /** As people call it there. */
  readonly name: string
  /** Its name as a Tool. */
  readonly called: string
  readonly description: string
  readonly path: string
  readonly request: ForeignRequest
  /** Schemas of known parameters; the others are texts. */
  readonly parameters?: { readonly [name: string]: Json }
  readonly optional?: readonly string[]
  /** A person approves it there. */
  readonly asksFirst?: boolean
}

/** The Tool of a request, and its HTTP Activity. Undefined, with a report, where the request can't be one. */
export const addHttpTool = (tool: ForeignTool, draft: Draft): ToolSchema | undefined => {
  const { name, called, path, parameters = {}, optional = [] } = tool
  const made = safeRequest(tool.request)
  if ('reason' in made) {
    draft.report(path, 'httpUnread', { name, reason: made.reason })
    return undefined
  }
  const description = tool.description || `Sends the request ${name}.`
  const activity = draft.addHttp(called, { description, ...made.http }, path)
  draft.report(path, 'allowHost', { host: made.host, name: activity })
  for (const secret of made.secrets) draft.report(path, 'secret', secret)
  for (const part of made.left) draft.report(path, 'httpPart', { name, part })
  const members = [...new Set([...made.members, ...Object.keys(parameters)])]
  const required = members.filter((member) => !optional.includes(member))
  return {
    type: 'object',
    description,
    properties: {
      ...(activity !== called && { _activity: { const: activity } }),
      ...((made.changes || tool.asksFirst === true) && { _approval: { const: 'required' } }),
      ...Object.fromEntries(members.map((member) => [member, parameters[member] ?? described(member)])),
    },
    ...(required.length > 0 && { required }),
  }
}

const described = (member: string): JsonObject => ({ type: 'string', description: member.replaceAll('_', ' ') })
