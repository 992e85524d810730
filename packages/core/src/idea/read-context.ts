import { EnsembleError } from '../schema/ensemble-error.ts'
import { isObject, type Json, type JsonObject } from '../schema/json.ts'
import type { Message, Role } from './message.ts'
import { parseMessage, type ReportAt } from './parse-message.ts'

/** A Message as chat endpoints write it: accepted as `text` (docs/contract/protocol.md#vocabulary). */
export interface PlainMessage {
  readonly role: Role
  readonly content: string
}

/** The parts of a context that a Loop adds: no file holds them, and its end returns them. */
const OF_A_LOOP: readonly unknown[] = ['calls', 'result', 'error']

/** A program's context as Messages. Throws EnsembleError `idea.invalid` with the place of the first bad one. */
export function readContext(context: unknown): readonly Message[] {
  if (!Array.isArray(context))
    throw new EnsembleError(
      'idea.invalid',
      `The context is a list of Messages, as [{ type: 'text', text: '…' }], not ${describeKind(context)}.`,
    )
  return context.map((item: unknown, index): Message => {
    if (isObject(item) && isWhole(item)) return item as unknown as Message // what a Loop added, or looked at where it is used
    const path = `/context/${index}`
    const refuse: ReportAt = (_code, at, message, { severity = 'error' } = {}) => {
      if (severity === 'error') throw new EnsembleError('idea.invalid', message, { errors: [{ path: at, message }] })
    }
    const message = parseMessage((item ?? null) as Json, path, refuse) // anything that is not JSON fails its first check
    if (message === undefined) throw new EnsembleError('idea.invalid', `The context holds no Message at ${path}.`)
    return message
  })
}

const describeKind = (value: unknown): string =>
  value === null || value === undefined ? String(value) : typeof value === 'object' ? 'an object' : `a ${typeof value}`

/** Most of a context is text, and Tools are looked at when they are composed. */
const isWhole = ({ type, text, tool, role }: JsonObject): boolean =>
  OF_A_LOOP.includes(type) ||
  (type === 'text' && typeof text === 'string' && role === undefined) ||
  (type === 'tool' && isObject(tool))
