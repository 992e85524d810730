import { isBodyRef } from '../journal/events.ts'
import type { Usage } from '../journal/run-types.ts'
import type { Json } from '../schema/json.ts'
import { createTraceLog } from './trace-log.ts'
import { spanTime } from './span-time.ts'
import { ideaName } from './span-path.ts'
import type { TraceEvent } from './trace-event.ts'

type Of<T extends TraceEvent['type']> = Extract<TraceEvent, { readonly type: T }>

/** A longer text is cut: the summary is for a ticket, the export has it whole. */
const MOST_LETTERS = 2000
const MOST_FAILURES = 20

/** A Run as Markdown for a ticket: its facts, why it failed, the steps that failed, its input and its output. */
export const runToMarkdown = (events: readonly TraceEvent[]): string => {
  const created = events.find((event): event is Of<'run.created'> => event.type === 'run.created')
  if (created === undefined) return ''
  const end = events.findLast(isEnd)
  const { idea, model, profile, input, fork } = created.data
  const facts: readonly (readonly [string, string])[] = [
    ['Run', code(created.run)],
    ['Idea', code(ideaName(idea))],
    ['Model', code(profile === '' ? model : `${model} (${profile})`)],
    ['Started', created.at],
    ...(end === undefined ? [] : timeFacts(events, end)),
    ...(fork === undefined ? [] : [['Fork of', code(`${fork.run} at event ${fork.at}`)] as const]),
    ...(end === undefined ? [] : usageFacts(end.data.usage)),
  ]
  const error = end?.type === 'run.failed' ? end.data.error : undefined
  return [
    `# ${line(ideaName(idea))}: ${end === undefined ? 'not ended' : STATUS[end.type]}`,
    ['| | |', '|---|---|', ...facts.map(([name, value]) => `| ${name} | ${value} |`)].join('\n'),
    ...(error === undefined ? [] : [`**${code(error.code)}** ${line(error.message)}`]),
    ...failureParts(events),
    ...valuePart('Input', input),
    ...(end?.type === 'run.completed' ? valuePart('Output', end.data.output) : []),
  ]
    .join('\n\n')
    .concat('\n')
}

type End = Of<'run.completed'> | Of<'run.failed'> | Of<'run.cancelled'>
const STATUS = { 'run.completed': 'done', 'run.failed': 'failed', 'run.cancelled': 'cancelled' } as const
const isEnd = (event: TraceEvent): event is End => event.type in STATUS

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Work and waiting for a person are two numbers. */
const timeFacts = (events: readonly TraceEvent[], end: End): readonly (readonly [string, string])[] => {
  const log = createTraceLog(events)
  const whole = log.spans.byId.get('')?.latest
  if (whole === undefined) return []
  const { workMs, waitMs } = spanTime(log, whole, Date.parse(end.at))
  return [
    ['Working time', seconds(workMs)],
    ...(waitMs < 1 ? [] : [['Waiting for a person', seconds(waitMs)] as const]),
  ]
}

const usageFacts = (usage: Usage): readonly (readonly [string, string])[] => [
  ['Requests', String(usage.requests)],
  ['Calls', String(usage.calls)],
  ['Tokens', `${usage.inputTokens} in, ${usage.outputTokens} out`],
  ...(usage.cost === null ? [] : [['Cost', `${usage.cost} ${line(usage.currency)}`] as const]),
]

/** The steps that failed or were refused, the first ones first. */
const failureParts = (events: readonly TraceEvent[]): readonly string[] => {
  const tools = new Map<string, string>()
  const failures: string[] = []
  for (const event of events) {
    if (event.type === 'call.proposed') tools.set(event.span, event.data.tool)
    const failure = failureIn(event)
    if (failure === undefined) continue
    const tool = tools.get(event.span)
    const place = tool === undefined ? code(event.span) : `${code(tool)} at ${code(event.span)}`
    failures.push(`- ${place}: **${code(failure.code)}** ${line(failure.message)}`)
  }
  if (failures.length === 0) return []
  const left = failures.length - MOST_FAILURES
  const shown = [...failures.slice(0, MOST_FAILURES), ...(left > 0 ? [`- and ${left} more`] : [])]
  return ['## Steps that failed', shown.join('\n')]
}

const failureIn = (event: TraceEvent): { readonly code: string; readonly message: string } | undefined => {
  if (event.type === 'request.failed') return event.data
  return event.type === 'call.failed' || event.type === 'call.rejected' ? event.data.error : undefined
}

const valuePart = (title: string, value: unknown): readonly string[] => {
  if (isBodyRef(value)) return [`## ${title}`, 'A large value: see the export of the run.']
  const text = JSON.stringify(value as Json, null, 2)
  const cut = text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}\n…` : text
  // Longer than any fence in the text, which otherwise would end there.
  const longest = Math.max(2, ...(cut.match(/`+/g) ?? []).map((ticks) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return [`## ${title}`, `${fence}json\n${cut}\n${fence}`]
}

/** Text of a model or a person on one line, without effect as Markdown or HTML. */
const line = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#|~!]/g, (mark) => `\\${mark}`)

const code = (text: string): string => `\`${text.replaceAll(/\s+/g, ' ').replaceAll('`', "'").replaceAll('|', '/')}\``
