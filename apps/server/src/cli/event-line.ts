import type { JournalEvent } from '@ensemble/core'

const depthOf = (span: string): number => span.split('/').filter((part) => part === 'call' || part === 'request').length

/** One line for the events a person follows in a log; undefined for the others. */
export const toLine = (event: JournalEvent): string | undefined => {
  const indent = '  '.repeat(depthOf(event.span))
  switch (event.type) {
    case 'run.created':
      return `${event.data.idea} (${event.data.model}, profile ${event.data.profile}) ${event.run}`
    case 'request.completed':
      return `${indent}asked: ${event.data.calls} calls, ${event.data.usage.outputTokens} tokens, ${event.data.ms} ms`
    case 'request.failed':
      return `${indent}asked: ${event.data.code}: ${event.data.message}`
    case 'call.proposed':
      return `${indent}${event.data.tool}`
    case 'call.completed':
      return `${indent}  done in ${event.data.ms} ms`
    case 'call.failed':
      return `${indent}  failed: ${event.data.error.message}`
    case 'call.rejected':
      return `${indent}refused: ${event.data.error.message}`
    case 'artifact.created':
      return `${indent}  ${event.data.name} (${event.data.type}, ${event.data.bytes} bytes)`
    case 'approval.requested':
      return `${indent}  waits for a person (${event.data.why})`
    default:
      return undefined
  }
}
