import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { messagesOf, type MessageView } from '../../../document/texts/idea-view.ts'
import { t } from './texts.ts'

/** A field of a schema, as a row. */
export interface FieldRow {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
}
/** A Message as a card: what it is, and the most telling of what it says. */
export interface MessageCard {
  readonly index: number
  readonly kind: string
  readonly title: string
  readonly text: string | null
  readonly fields: readonly FieldRow[]
}

const typeOf = (schema: Json | undefined): string => {
  if (!isObject(schema)) return t('anyValue')
  const { type } = schema
  if (typeof type === 'string') return type === 'array' ? `${typeOf(schema.items)}[]` : type
  if (Array.isArray(type)) return type.join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  return Array.isArray(schema.enum) ? schema.enum.map((value) => JSON.stringify(value)).join(' | ') : t('anyValue')
}

const isMeta = (name: string): boolean => name.startsWith('_')

/** The fields of an object schema, meta fields left out. */
export function fieldsOf(schema: Json | undefined): readonly FieldRow[] {
  if (!isObject(schema) || !isObject(schema.properties)) return []
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties)
    .filter(([name]) => !isMeta(name))
    .map(([name, field]) => ({ name, type: typeOf(field), isRequired: required.includes(name) }))
}

const ROLES: Readonly<Record<string, 'system' | 'user' | 'assistant'>> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
}
const count = (value: Json | undefined): number => (Array.isArray(value) ? value.length : 0)
const textIn = ({ text, content }: JsonObject): string =>
  typeof text === 'string' ? text : typeof content === 'string' ? content : ''

function titleOf({ type, message }: MessageView): string {
  switch (type) {
    case 'text': {
      const role = typeof message.role === 'string' ? ROLES[message.role] : undefined
      return role === undefined ? t('text') : t(role)
    }
    case 'input':
    case 'state':
    case 'error':
      return t(type)
    case 'tool':
      return t('tool', { count: isObject(message.tool) ? Object.keys(message.tool).length : 0 })
    case 'calls':
      return t('calls', { count: count(message.calls) })
    case 'data':
      return t('data', { kind: typeof message.kind === 'string' ? message.kind : '' })
    case 'result':
      return t('result', { tool: typeof message.tool === 'string' ? message.tool : '' })
    default:
      return t('other', { type })
  }
}

export const messageCards = (idea: JsonObject): readonly MessageCard[] =>
  messagesOf(idea).map((view) => ({
    index: view.index,
    kind: view.type,
    title: titleOf(view),
    text: view.type === 'text' ? textIn(view.message) : null,
    fields: view.type === 'tool' ? [] : fieldsOf(view.message.schema),
  }))

/** The limits of a run that an Idea sets, as `8 turns`. */
export function limitsOf(idea: JsonObject): string {
  const limits = isObject(idea.limits) ? idea.limits : isObject(idea.config) ? idea.config.limits : undefined
  if (!isObject(limits)) return ''
  return Object.entries(limits)
    .map(([name, value]) => `${String(value)} ${name}`)
    .join(', ')
}
