import type { Json } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import type { ChatMessage } from './model.ts'

const CALL_ID = /^[a-zA-Z0-9]{9}$/

/**
 * The strictest chat templates' complaint about a conversation: late system texts, no user first, no alternation, bad
 * ids. Undefined if fine.
 */
export function templateRefusal(messages: readonly ChatMessage[]): string | undefined {
  const rest = messages[0]?.role === 'system' ? messages.slice(1) : messages
  if (rest.some(({ role }) => role === 'system')) return 'A system message must be the first message.'
  if (rest[0]?.role !== 'user') return 'The conversation must begin with a user message.'
  let open = new Set<Json>()
  for (const [index, { role, tool_calls: calls, tool_call_id: answered }] of rest.entries()) {
    if (role !== 'tool' && role === rest[index - 1]?.role) return 'User and assistant messages must alternate.'
    if (role === 'tool') {
      if (!open.delete(answered ?? null)) return 'A tool message must answer a call of the message before it.'
      continue
    }
    if (open.size > 0) return 'Every call must be answered by a tool message.'
    const ids = Array.isArray(calls) ? calls.map((call: Json) => (isObject(call) ? (call.id ?? null) : null)) : []
    if (ids.some((id) => typeof id !== 'string' || !CALL_ID.test(id)))
      return 'A call id must be nine characters out of a-z, A-Z and 0-9.'
    open = new Set(ids)
    if (open.size < ids.length) return 'Two calls of a message must not share an id.'
  }
  return undefined
}
