import type { JournalEvent, Stored } from '../journal/events.ts'
import type { JsonObject } from '../schema/json.ts'
import { ideaName, loopOf } from './span-path.ts'
import type { TraceEvent } from './trace-event.ts'

/** A Call that entered a Module, with the values that its caller passed. */
export interface ModuleCall {
  readonly span: string
  /** Names of the Ideas on both sides of the wall. */
  readonly from: string
  readonly tool: string
  readonly to: string
  /** Its arguments, references read. A large value may be its hash. */
  readonly resolved: Stored<JsonObject>
}

/** The Calls of a Run that entered Modules, in order. `idea` is the Run's own; events of other types are left out. */
export const moduleCalls = (idea: string, events: readonly (TraceEvent | JournalEvent)[]): readonly ModuleCall[] => {
  const tools = new Map<string, string>()
  const resolved = new Map<string, Stored<JsonObject>>()
  const entered = new Map<string, string>()
  for (const event of events) {
    if (event.type === 'call.proposed') tools.set(event.span, event.data.tool)
    if (event.type === 'call.started') resolved.set(event.span, event.data.resolved)
    if (event.type === 'module.entered') entered.set(event.span, ideaName(event.data.address))
  }
  return [...entered].flatMap(([span, to]) => {
    const [tool, given, loop] = [tools.get(span), resolved.get(span), loopOf(span)]
    const from = loop === '' ? ideaName(idea) : entered.get(loop)
    return tool === undefined || given === undefined || from === undefined
      ? []
      : [{ span, from, tool, to, resolved: given }]
  })
}
