import {
  cursorAt,
  spanTime,
  tokensOf,
  type LiveSpan,
  type Span,
  type SpanStatus,
  type TraceLog,
} from '@ensemble/core/trace'
import { columnsOf, fitColumns } from './fit-columns.ts'
import { many } from './plural.ts'
import type { Style } from './terminal.ts'
import { printableLine } from './printable.ts'

export interface TreeOptions {
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly columns: number
  /** Lines there is room for; the newest stay. */
  readonly rows: number
  readonly style: Style
}

const ICONS: { readonly [Status in SpanStatus]: string } = {
  queued: '·',
  running: '▸',
  waiting: '?',
  completed: '✓',
  failed: '✗',
  rejected: '✗',
  cancelled: '–',
}

const colourOf = (status: SpanStatus, style: Style): ((text: string) => string) => {
  if (status === 'completed') return style.green
  if (status === 'failed' || status === 'rejected') return style.red
  if (status === 'waiting') return style.yellow
  return status === 'queued' || status === 'cancelled' ? style.dim : style.bold
}

const depthOf = ({ id }: Span): number => id.split('/').filter((part) => part === 'call').length

export const duration = (ms: number): string =>
  ms < 1000 ? `${Math.max(0, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`

/** Working time; the wait for a person is counted separately. */
const timeOf = (log: TraceLog, span: Span, now: number): string => {
  if (span.startedAt === undefined && span.waits.length === 0) return ''
  const { workMs, waitMs } = spanTime(log, { ...span, openedAt: span.startedAt ?? span.openedAt }, now)
  return waitMs < 1 ? duration(workMs) : `${duration(workMs)}, waited ${duration(waitMs)} for a person`
}

/** Only what is known: a part of a whole where the Activity said both, a count where it did not, characters of an answer. */
const progressOf = (live: LiveSpan | undefined): string => {
  if (live === undefined) return ''
  if (live.queued !== undefined) return `waits for its turn at ${live.queued.endpoint}, ${live.queued.before} before it`
  const { done, total, text } = live.progress ?? {}
  const count = done === undefined ? '' : total === undefined ? `${done}` : `${done} of ${total}`
  if (count !== '' || text !== undefined) return [count, text].filter(Boolean).join(' ')
  return live.text === '' ? '' : many(live.text.length, 'character')
}

const nameOf = (span: Span): string => {
  if (span.kind === 'request') return 'the model answers'
  return printableLine(span.module === undefined ? span.title : `${span.title} → ${span.module}`)
}

const lineOf = (log: TraceLog, span: Span, { now, style, columns }: TreeOptions): string => {
  const live = log.live.get(span.id)
  const paint = colourOf(span.status, style)
  const indent = '  '.repeat(depthOf(span) + (span.kind === 'request' ? 1 : 0))
  const details = [
    span.status === 'waiting' && span.kind === 'call' ? 'waits for a person' : '',
    span.status === 'queued' ? 'queued' : '',
    span.attempts > 1 ? `attempt ${span.attempts}` : '',
    span.error?.message ?? '',
    span.error === undefined && span.status === 'running' ? progressOf(live) : '',
    timeOf(log, span, now),
  ].filter(Boolean)
  // The last column stays free: some terminals wrap once it is written.
  const room = columns - 1 - indent.length - 2
  if (room < 1) return ''
  const name = fitColumns(nameOf(span), room)
  const tail = fitColumns(`  ${printableLine(details.join('  '))}`, room - columnsOf(name))
  return `${indent}${paint(ICONS[span.status])} ${span.kind === 'request' ? style.dim(name) : name}${style.dim(tail)}`
}

/** Requests show while they run and if they failed; their effects show below them. */
const isShown = ({ kind, status }: Span): boolean => kind !== 'request' || status === 'running' || status === 'failed'

/** Spans of the tree from top to bottom, branch by branch. */
const inTree = (log: TraceLog): readonly Span[] => {
  const found: Span[] = []
  const visit = (id: string): void => {
    const span = log.spans.byId.get(id)?.latest
    if (span !== undefined) found.push(span)
    for (const child of log.spans.children.get(id) ?? []) visit(child)
  }
  visit('')
  return found
}

const summary = (log: TraceLog, now: number): string => {
  const spans = log.spans.inOrder.map(({ latest }) => latest).filter((span) => span !== undefined)
  const calls = spans.filter(({ kind }) => kind === 'call')
  const run = spans.find(({ kind }) => kind === 'run')
  if (run === undefined) return ''
  const usage = cursorAt(log).total('')
  const { used, kept } = tokensOf(usage)
  const ended = calls.filter(({ endedAt }) => endedAt !== undefined).length
  return [
    timeOf(log, run, now),
    many(usage.requests, 'request'),
    `${ended} of ${many(calls.length, 'call')} ended`,
    `${usage.estimated ? 'about ' : ''}${many(used, 'token')}${kept > 0 ? `, ${kept} kept` : ''}`,
    log.events[0]?.run ?? '',
  ].join(' · ')
}

/** A Run as lines of a terminal after what is known of it so far; a last line sums it up. */
export const renderTree = (log: TraceLog, options: TreeOptions): readonly string[] => {
  const lines = inTree(log)
    .filter(isShown)
    .map((span) => lineOf(log, span, options))
  const room = Math.max(1, options.rows - 2)
  const hidden = Math.max(0, lines.length - room)
  const shown =
    hidden === 0
      ? lines
      : [
          options.style.dim(fitColumns(`… ${many(hidden + 1, 'earlier line')}`, options.columns - 1)),
          ...lines.slice(hidden + 1),
        ]
  return [...shown, options.style.dim(fitColumns(summary(log, options.now), options.columns - 1))]
}
