import type { JournalEvent } from '@ensemble/core'
import type { EventData } from '@ensemble/core/journal'
import type { Mode } from '@ensemble/core/tool'
import { fileNameOf } from '../engine/artifact-values.ts'
import { many } from './plural.ts'

const depthOf = (span: string): number => span.split('/').filter((part) => part === 'call' || part === 'request').length

const SHOWN = 60

/** The result of an answer. One without Calls and output is shown: it asks the person, or the model is asked again. */
const answerOf = ({ calls, output, raw }: EventData['request.completed']): string => {
  if (calls > 0 || output !== null) return many(calls, 'call')
  const text = typeof raw === 'string' ? raw : ''
  return `in text: ${JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)}`
}

/** One line for the events that a person follows in a log; undefined for others. Repeated Tools are numbered. */
export const createEventLines = (): ((event: JournalEvent) => string | undefined) => {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const modes = new Map<string, Mode>()

  const nameCall = (call: string, tool: string): string => {
    const known = names.get(call)
    if (known !== undefined) return known
    const count = (counts.get(tool) ?? 0) + 1
    counts.set(tool, count)
    const name = count === 1 ? tool : `${tool} #${count}`
    names.set(call, name)
    return name
  }
  const nameOf = (call: string): string => names.get(call) ?? call
  /** The mode of a Call: a latent one takes no time, as the model gave its result. */
  const modeOf = (call: string): string => {
    const mode = modes.get(call)
    return mode === undefined ? '' : ` (${mode})`
  }

  return (event) => {
    const indent = '  '.repeat(depthOf(event.span))
    switch (event.type) {
      case 'run.created':
        return `${event.data.idea} (${event.data.model}, profile ${event.data.profile}) ${event.run}`
      case 'request.completed':
        return `${indent}answered: ${answerOf(event.data)}, ${many(event.data.usage.outputTokens, 'token')}, ${event.data.ms} ms`
      case 'request.failed':
        return `${indent}Request failed: ${event.data.code}: ${event.data.message}`
      case 'answer.rejected':
        return `${indent}the answer was refused: ${event.data.error.message}`
      case 'call.proposed':
        return `${indent}${nameCall(event.data.call, event.data.tool)}`
      case 'call.started':
        modes.set(event.data.call, event.data.mode)
        return undefined
      case 'call.completed':
        return `${indent}  ${nameOf(event.data.call)}${modeOf(event.data.call)} done in ${event.data.ms} ms`
      case 'call.failed':
        return `${indent}  ${nameOf(event.data.call)}${modeOf(event.data.call)} failed: ${event.data.error.message}`
      case 'call.rejected':
        return `${indent}${names.get(event.data.call) ?? event.data.tool ?? 'a call'} refused: ${event.data.error.message}`
      case 'artifact.created':
        return `${indent}  ${nameOf(event.data.call)} made ${fileNameOf(event.data.name)} (${event.data.type}, ${many(event.data.bytes, 'byte')})`
      case 'approval.requested':
        return event.data.why === 'question'
          ? `${indent}  the model asks the person and waits for the answer`
          : `${indent}  ${nameOf(event.data.call)} waits for a person (${event.data.why})`
      default:
        return undefined
    }
  }
}
