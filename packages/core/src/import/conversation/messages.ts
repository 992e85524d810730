import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { readJson } from '../../tool/convert.ts'
import { isDeep, isText, listIn, objectIn, textIn } from '../values.ts'
import type { RecordedCall, RecordedMessage } from './conversation.ts'

/** The roles that programs write, and how LangChain names its kinds of messages. */
const ROLES: ReadonlyMap<string, RecordedMessage['role']> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['SystemMessage', 'system'],
  ['HumanMessage', 'user'],
  ['AIMessage', 'assistant'],
  ['AIMessageChunk', 'assistant'],
  ['ToolMessage', 'tool'],
])

/** A message of OpenAI, Anthropic, LangChain or the GenAI conventions; undefined for anything else. `left` collects parts without text. */
export const messagesFrom = (value: Json, left: (kind: string) => void): readonly RecordedMessage[] => {
  if (!isObject(value)) return []
  const { role, type, item } = rolesOf(value)
  if (role === undefined) return fromResponses(type, value)
  const content = item['content'] ?? item['parts'] ?? null
  const parts = Array.isArray(content) ? content : [content]
  const texts: string[] = []
  const own = callsIn(item)
  const calls = [...own]
  const results: RecordedMessage[] = []
  for (const part of parts) {
    if (isText(part)) texts.push(part)
    else if (isObject(part)) {
      const kind = textIn(part['type'])
      const called = part['function_call'] ?? part['functionCall']
      const answered = part['function_response'] ?? part['functionResponse']
      const text = [part['text'], part['content'], part['refusal']].find(isText)
      const input = kind === 'tool_use' || kind === 'tool_call' || kind === 'tool-call'
      if (input) {
        const call = callFrom(part, calls.length)
        // LangChain writes the same calls in two places.
        if (!own.some(({ id, name }) => id === call.id && name === call.name)) calls.push(call)
      } else if (isObject(called)) calls.push(callFrom(called, calls.length))
      // Gemini's answers name the function in place of an id.
      else if (isObject(answered)) results.push(resultMessage(answered['id'] ?? answered['name'], answered))
      else if (/^tool[-_](?:result|call_response|response)$/.test(kind))
        results.push(resultMessage(part['tool_use_id'] ?? part['toolCallId'] ?? part['id'], part))
      else if (/reasoning|thinking/.test(kind)) left('reasoning')
      else if (text !== undefined) texts.push(text)
      else left(kind || 'part')
    }
  }
  const callId = [item['tool_call_id'], item['toolCallId'], item['name']].find(isText)
  const plain: RecordedMessage = {
    role,
    text: texts.join('\n'),
    calls,
    ...(role === 'tool' && { callId }),
  }
  return results.length === 0
    ? [plain]
    : [...results, ...(plain.text === '' && plain.calls.length === 0 ? [] : [plain])]
}

/** LangChain writes messages as `{ lc, id: [..., "AIMessage"], kwargs }` or `{ type: "ai", data }`. */
const rolesOf = (value: JsonObject): { role?: RecordedMessage['role'] | undefined; type: string; item: JsonObject } => {
  const kwargs = objectIn(value['kwargs'] ?? (isObject(value['data']) ? value['data'] : null))
  const named = listIn(value['id']).at(-1)
  const type = textIn(value['type'])
  const written = textIn(value['role']) || (isText(named) ? named : '') || textIn(kwargs['role'])
  const isPacked = Object.keys(kwargs).length > 0
  const role = ROLES.get(written) ?? (isPacked || value['content'] !== undefined ? ROLES.get(type) : undefined)
  return { role, type, item: isPacked ? kwargs : value }
}

/** The items of OpenAI's Responses API that have no role. */
const fromResponses = (type: string, value: JsonObject): readonly RecordedMessage[] => {
  if (type === 'function_call')
    return [{ role: 'assistant', text: '', calls: [callFrom({ ...value, id: value['call_id'] ?? null }, 0)] }]
  if (type === 'function_call_output') return [resultMessage(value['call_id'], value)]
  return []
}

const resultMessage = (id: Json | undefined, part: JsonObject): RecordedMessage => {
  const result = part['content'] ?? part['output'] ?? part['result'] ?? part['response'] ?? ''
  const value = isObject(result) && result['value'] !== undefined ? result['value'] : result
  const texts = listIn(value).flatMap((one) => (isObject(one) && isText(one['text']) ? [one['text']] : []))
  const text = isText(value) ? value : texts.length > 0 ? texts.join('\n') : JSON.stringify(value)
  return { role: 'tool', text, calls: [], callId: textIn(id) }
}

const callsIn = (item: JsonObject): RecordedCall[] => {
  const more = objectIn(item['additional_kwargs'])
  const lists = [item['tool_calls'], more['tool_calls']].map(listIn)
  const list = lists.find(({ length }) => length > 0) ?? []
  const one = item['function_call'] ?? more['function_call']
  return [...list, ...(isObject(one) ? [one] : [])].filter(isObject).map(callFrom)
}

/** `{ id, function: { name, arguments } }`, `{ id, name, args }`, `{ id, name, input }`. */
const callFrom = (call: JsonObject, index: number): RecordedCall => {
  const inner = isObject(call['function']) ? call['function'] : call
  const given = inner['arguments'] ?? inner['args'] ?? inner['input'] ?? null
  const read = isText(given) ? readJson(given) : given
  const value = read !== undefined && isDeep(read) ? given : read
  const id = textIn(call['id'] ?? call['toolCallId'])
  return {
    id: id || `${index}`,
    isNumbered: id === '',
    name: textIn(inner['name']) || textIn(call['toolName']) || 'tool',
    parameters: isObject(value) ? value : value === undefined || value === null ? {} : { value },
  }
}
