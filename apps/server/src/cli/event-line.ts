import type { JournalEvent } from '@ensemble/core'
import type { EventData } from '@ensemble/core/journal'
import type { Mode } from '@ensemble/core/tool'
import { ideaName } from '@ensemble/core/trace'
import { fileNameOf } from '../engine/artifact-values.ts'
import { many } from './plural.ts'
import { duration } from './run-tree.ts'

/** The spans of the Calls around a span and of itself, from the outside in. */
const callsAround = (span: string): readonly string[] => {
  const parts = span.split('/')
  return parts.flatMap((part, at) => (part === 'call' ? [parts.slice(0, at + 2).join('/')] : []))
}

const SHOWN = 60

/** The result of an answer. One without Calls and output is shown: it asks the person, or the model is asked again. */
const answerOf = ({ calls, output, raw }: EventData['request.completed']): string => {
  if (calls > 0 || output !== null) return many(calls, 'call')
  const text = typeof raw === 'string' ? raw : ''
  return `in text: ${JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)}`
}

/** Wide enough for an hour. */
const TIME_WIDTH = 8

/**
 * One line for each step that a person follows in a log; undefined for other events. Calls run side by side, so each line
 * has its time since the start and names the Calls around it. Repeated Tools are numbered.
 */
export const createEventLines = (): ((event: JournalEvent) => string | undefined) => {
  const names = new Map<string, string>()
  const spans = new Map<string, string>()
  const counts = new Map<string, number>()
  const modes = new Map<string, Mode>()
  const made = new Map<string, readonly string[]>()
  let root = ''
  let start = Number.NaN

  const nameCall = (call: string, tool: string): string => {
    const known = names.get(call)
    if (known !== undefined) return known
    const count = (counts.get(tool) ?? 0) + 1
    counts.set(tool, count)
    const name = count === 1 ? tool : `${tool} #${count}`
    names.set(call, name)
    return name
  }
  /** The mode of a Call: a latent one takes no time, as the model gave its result. */
  const modeOf = (call: string): string => {
    const mode = modes.get(call)
    return mode === undefined ? '' : ` (${mode})`
  }
  /** The Calls around a span, by name: `composeSong › designLead`. */
  const pathOf = (around: readonly string[]): string => around.map((span) => spans.get(span) ?? span).join(' › ')

  const lineOf = ({ at, span }: JournalEvent, text: (path: string) => string, name?: string): string => {
    const around = callsAround(span)
    const since = Date.parse(at) - start
    const time = Number.isNaN(since) ? '' : `${duration(since).padStart(TIME_WIDTH)}  `
    const outer = name === undefined ? around : around.slice(0, -1)
    const path = [pathOf(outer), name ?? ''].filter(Boolean).join(' › ')
    return `${time}${'  '.repeat(Math.max(0, around.length - 1))}${text(path === '' ? root : path)}`
  }
  const lineOfCall = (event: JournalEvent, call: string, text: string, otherwise = call): string =>
    lineOf(event, (path) => `${path}${text}`, names.get(call) ?? otherwise)

  return (event) => {
    switch (event.type) {
      case 'run.created':
        root = ideaName(event.data.idea)
        start = Date.parse(event.at)
        return `${event.data.idea} (${event.data.model}, profile ${event.data.profile}) ${event.run}`
      case 'request.completed': {
        const { ms, usage } = event.data
        return lineOf(
          event,
          (path) =>
            `${path}: the model answered ${answerOf(event.data)}, ${many(usage.outputTokens, 'token')}, ${duration(ms)}`,
        )
      }
      case 'request.failed':
        return lineOf(event, (path) => `${path}: the Request failed: ${event.data.code}: ${event.data.message}`)
      case 'answer.rejected':
        return lineOf(event, (path) => `${path}: the answer was refused: ${event.data.error.message}`)
      case 'call.proposed':
        spans.set(event.span, nameCall(event.data.call, event.data.tool))
        return undefined
      case 'call.started':
        modes.set(event.data.call, event.data.mode)
        return undefined
      case 'module.entered':
        return lineOfCall(event, event.data.call, ` → ${ideaName(event.data.address)}`)
      case 'artifact.created': {
        const { call, name } = event.data
        made.set(call, [...(made.get(call) ?? []), fileNameOf(name)])
        return undefined
      }
      case 'call.completed': {
        const { call, ms } = event.data
        const files = made.get(call)
        const making = files === undefined ? '' : `, made ${files.join(', ')}`
        return lineOfCall(event, call, `${modeOf(call)} done in ${duration(ms)}${making}`)
      }
      case 'call.failed':
        return lineOfCall(event, event.data.call, `${modeOf(event.data.call)} failed: ${event.data.error.message}`)
      case 'call.rejected': {
        const { call, tool = 'a call', error } = event.data
        return lineOfCall(event, call, ` refused: ${error.message}`, tool)
      }
      case 'approval.requested':
        return event.data.why === 'question'
          ? lineOf(event, (path) => `${path}: the model asks the person and waits for the answer`)
          : lineOfCall(event, event.data.call, ` waits for a person (${event.data.why})`)
      default:
        return undefined
    }
  }
}
