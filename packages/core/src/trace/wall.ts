import type { Message } from '../idea/message.ts'
import type { EventData } from '../journal/events.ts'
import { applyImports } from '../request/imports.ts'
import { loopOf } from './span-path.ts'
import type { TraceLog } from './log-types.ts'
import { loopStart, type PinnedContext } from './whole-state.ts'

/** One Message of a caller's Idea, and whether it passed into the Module's clean room (docs/contract/protocol.md#modules). */
export interface WallMessage {
  readonly message: Message
  readonly isPassed: boolean
}

/** The messages before a Module's wall. */
export interface Wall {
  /** In order, as the caller's Idea holds them. */
  readonly messages: readonly WallMessage[]
  /** Later values of earlier turns, counted by type: none can be imported. */
  readonly later: readonly { readonly type: string; readonly count: number }[]
}

/** `call` is the span of a module Call. Undefined while the caller's content is not loaded, or where no Module was entered. */
export const wallOf = (log: TraceLog, call: string, contextOf: PinnedContext): Wall | undefined => {
  const start = loopStart(log, loopOf(call))
  const context = start === undefined ? undefined : contextOf(start.hash)
  const { entered, instance } = enteredBy(log, call)
  if (context === undefined || entered === undefined) return undefined
  const messages = context
    .filter(({ type }) => type !== 'tool')
    .map((message): WallMessage => ({ message, isPassed: passes(message, entered.imports, instance) }))
  return { messages, later: laterThan(messages, entered) }
}

const enteredBy = (log: TraceLog, call: string) => {
  let entered: EventData['module.entered'] | undefined
  let instance: string | undefined
  for (const seq of log.bySpan.get(call) ?? []) {
    const event = log.events[seq - 1]
    if (event?.type === 'module.entered') entered = event.data
    if (event?.type !== 'call.proposed') continue
    const given = event.data.meta['_instance']
    instance = typeof given === 'string' ? given : undefined
  }
  return { entered, instance }
}

const passes = (message: Message, imports: readonly string[], instance: string | undefined): boolean =>
  applyImports([message], imports, { state: {}, instance }).passed.length > 0

/** The recorded count of what was withheld, without the Idea's own Messages. */
const laterThan = (messages: readonly WallMessage[], { withheld }: EventData['module.entered']): Wall['later'] => {
  const counts = new Map<string, number>()
  for (const { type, count } of withheld) counts.set(type, (counts.get(type) ?? 0) + count)
  for (const { message, isPassed } of messages)
    if (!isPassed) counts.set(message.type, (counts.get(message.type) ?? 0) - 1)
  return [...counts].filter(([type, count]) => count > 0 && type !== 'tool').map(([type, count]) => ({ type, count }))
}
