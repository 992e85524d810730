import type { Span, TraceEvent, TraceLog } from '@ensemble/core/trace'
import { spanTitle } from '../open/span-title.ts'

export interface TextSearch {
  /** Spans that match so far; only events that came since the last time are read. */
  read(log: TraceLog): ReadonlySet<string>
}

/** Longest text that is looked through; larger values lie apart anyway. */
const MOST_CHARS = 8192

/**
 * Finds spans by what their row is called and by their key, as written; else by the words of what happened in them:
 * names, arguments, answers, results, errors, log lines. Prompts are left out: each holds what the ones before it held.
 * Undefined if there are no words.
 */
export function createTextSearch(query: string): TextSearch | undefined {
  const whole = query.trim().toLocaleLowerCase()
  const words = whole.split(/\s+/).filter(Boolean).slice(0, 20)
  if (words.length === 0) return undefined
  const all = (1 << words.length) - 1
  /** By span, a bit for each word that was found. */
  const seen = new Map<string, number>()
  const found = new Set<string>()
  let done = 0
  return {
    read: ({ events, spans }) => {
      for (; done < events.length; done++) {
        const event = events[done]
        if (event === undefined || found.has(event.span)) continue
        if (isNamed(spans.byId.get(event.span)?.latest, event, whole)) {
          found.add(event.span)
          continue
        }
        const bits = (seen.get(event.span) ?? 0) | bitsOf(event, words)
        if (bits === all) found.add(event.span)
        else if (bits !== 0) seen.set(event.span, bits)
      }
      return found
    },
  }
}

/** Whether a row is called so, or a key is: one of several parts, since every key holds a word such as `request`. */
const isNamed = (span: Span | undefined, { span: id, type }: TraceEvent, whole: string): boolean =>
  (span !== undefined && spanTitle(span).toLocaleLowerCase().includes(whole)) ||
  (/[/#]/u.test(whole) && `${id}#${type}`.toLocaleLowerCase().includes(whole))

const bitsOf = (event: TraceEvent, words: readonly string[]): number => {
  let bits = 0
  const look = (text: string): void => {
    const lower = text.slice(0, MOST_CHARS).toLocaleLowerCase()
    words.forEach((word, at) => {
      if (lower.includes(word)) bits |= 1 << at
    })
  }
  // Its outcome: `failed`. The word before the dot is shared by its kind.
  look(event.type.slice(event.type.indexOf('.') + 1))
  for (const [name, value] of Object.entries(event.data)) if (!SKIPPED.has(name)) walk(value, look)
  return bits
}

/** Hashes, prompts and what describes the whole Run. */
const SKIPPED: ReadonlySet<string> = new Set([
  'inputs',
  'hash',
  'messages',
  'schema',
  'tools',
  'pins',
  'config',
  'base',
  'limits',
  'bindings',
  'pieces',
  'call',
  // A row counts from 1.
  'turn',
])

const walk = (value: unknown, look: (text: string) => void): void => {
  if (typeof value === 'string') look(value)
  else if (typeof value === 'number') look(String(value))
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) walk(item, look)
}
