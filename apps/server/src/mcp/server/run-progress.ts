import type { StreamEvent } from '@ensemble/core/journal'

/** A line about a run's current work; undefined for work without a wait. */
export const createTeller = (url: string): ((event: StreamEvent) => string | undefined) => {
  const tools = new Map<string, string>()
  const named = (call: string): string => tools.get(call) ?? 'a Call'
  return (event) => {
    switch (event.type) {
      case 'call.proposed':
        tools.set(event.data.call, event.data.tool)
        return undefined
      case 'request.started':
        return `${event.data.idea} asks ${event.data.model}`
      case 'call.started':
        return `${named(event.data.call)} runs`
      case 'call.progress':
        return event.data.text === undefined ? undefined : `${named(event.data.call)}: ${event.data.text}`
      case 'call.completed':
        return `${named(event.data.call)} is done`
      case 'call.failed':
        return `${named(event.data.call)} failed: ${event.data.error.message}`
      case 'call.rejected':
        return `a Call was refused: ${event.data.error.message}`
      case 'approval.requested':
        return `${named(event.data.call)} waits for a person, who decides here or at ${url}`
      default:
        return undefined
    }
  }
}
