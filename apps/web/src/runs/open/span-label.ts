import type { Json } from '@ensemble/core'
import { isBodyRef, type Span, type Spans, type TraceLog } from '@ensemble/core/trace'

/** A longer argument is cut: a row has one line. */
const LONGEST = 60

/**
 * The part of a Call's row that tells it from others of its Tool, as event `at` left it: `#17 · "spam"`, `· "spam"`;
 * empty for anything else. A Call that comes later has the label of its proposal.
 */
export function spanLabel(log: TraceLog, span: Span, at = log.events.length): string {
  if (span.kind !== 'call' || span.tool === undefined) return ''
  const number = numberOf(log.spans, span)
  const argument = tellingArgument(argumentsOf(log, span.id, at))
  return [number === undefined ? '' : `#${number}`, argument === '' ? '' : `· ${argument}`].filter(Boolean).join(' ')
}

/** The arguments that the Call ran with, its references resolved; before it starts, as the model wrote them. */
function argumentsOf({ bySpan, events }: TraceLog, id: string, at: number): Record<string, Json> {
  let found: Record<string, Json> = {}
  for (const seq of bySpan.get(id) ?? []) {
    const event = events[seq - 1]
    if (seq > at && event?.type === 'call.started') break
    const given =
      event?.type === 'call.proposed'
        ? event.data.parameters
        : event?.type === 'call.started'
          ? event.data.resolved
          : undefined
    // An event's value that isn't a hash is JSON.
    if (given !== undefined && !isBodyRef(given)) found = given as Record<string, Json>
    if (event?.type === 'call.started') break
  }
  return found
}

const isReference = (value: Json): boolean => typeof value === 'string' && value.startsWith('†')

/** The first text among a Call's arguments, else its first number or yes and no. */
function tellingArgument(given: Readonly<Record<string, Json>>): string {
  const values = Object.values(given).filter((value) => value !== null && value !== '' && typeof value !== 'object')
  const texts = values.filter((each) => typeof each === 'string')
  const value = texts.find((each) => !isReference(each)) ?? texts[0] ?? values[0]
  if (typeof value !== 'string') return value === undefined ? '' : String(value)
  const line = value.replaceAll(/\s+/g, ' ').trim()
  return JSON.stringify(line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line)
}

interface Numbers {
  readonly of: number
  readonly bySpan: ReadonlyMap<string, number>
}
const known = new WeakMap<Spans, Map<string, Numbers>>()

/** A Call's number among those of its Tool in one answer, from 1; undefined for the only one. */
function numberOf(spans: Spans, { id, parent }: Span): number | undefined {
  const siblings = spans.children.get(parent ?? '') ?? []
  const ofLog = known.get(spans) ?? new Map<string, Numbers>()
  known.set(spans, ofLog)
  const before = ofLog.get(parent ?? '')
  if (before?.of === siblings.length) return before.bySpan.get(id)
  const byTool = new Map<string, string[]>()
  for (const each of siblings) {
    const tool = spans.byId.get(each)?.latest.tool ?? ''
    const ids = byTool.get(tool)
    if (ids === undefined) byTool.set(tool, [each])
    else ids.push(each)
  }
  const bySpan = new Map(
    [...byTool.values()].flatMap((ids) => (ids.length < 2 ? [] : ids.map((each, at) => [each, at + 1] as const))),
  )
  ofLog.set(parent ?? '', { of: siblings.length, bySpan })
  return bySpan.get(id)
}
