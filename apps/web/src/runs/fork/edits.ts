import type { Json, JsonObject } from '@ensemble/core'
import type { ForkEdit } from '@ensemble/core/run'
import type { SpanDetail, TraceLog } from '@ensemble/core/trace'
import { readBody, readStored } from '../../platform/api/run-client.ts'

export type EditKind = ForkEdit['type']

/** An answer, a model's name and an Activity's are written as they are. */
export const PLAIN_KINDS: ReadonlySet<EditKind> = new Set<EditKind>(['answer', 'model', 'binding'])

/** The editable parts of a span before the Run forks. */
export const kindsOf = ({ span, result }: SpanDetail): readonly EditKind[] => {
  if (span.kind === 'run') return ['input', 'model', 'idea']
  if (span.kind === 'request') return ['answer', 'idea']
  // A result in place of an error is how a person gets past a Call that failed.
  return result === undefined && span.status !== 'failed' ? ['call', 'binding'] : ['result', 'call', 'binding']
}

/** The Activity that did a Call's work; empty where the model or a Module did. */
const activityOf = (log: TraceLog, { span }: SpanDetail): string => {
  const started = log.events.findLast((event) => event.type === 'call.started' && event.span === span.id)
  return started?.type === 'call.started' ? (started.data.activity ?? '') : ''
}

/** `IDEA/TOOL`, as a binding names the Tool of a Call; without the Idea where that has no name. */
const toolOf = (log: TraceLog, detail: SpanDetail): string => {
  const proposed = log.events.find((event) => event.type === 'call.proposed' && event.span === detail.span.id)
  const tool = proposed?.type === 'call.proposed' ? proposed.data.tool : ''
  const address = pinOf(log, detail)?.address ?? ''
  return address.startsWith('idea://') ? `${address.slice('idea://'.length)}/${tool}` : tool
}

/** The address and content hash that the Loop around a span pinned. */
const pinOf = (
  log: TraceLog,
  { span }: SpanDetail,
): { readonly address: string; readonly hash: string } | undefined => {
  const loop = span.kind === 'run' ? '' : span.id.split('/').slice(0, -2).join('/')
  const entered = log.events.findLast((event) => event.type === 'module.entered' && event.span === loop)
  if (entered?.type === 'module.entered') return { address: entered.data.address, hash: entered.data.hash }
  const [created] = log.events
  if (created?.type !== 'run.created') return undefined
  const { idea: address, pins } = created.data
  return { address, hash: pins[address] ?? '' }
}

/** The text that a person edits: JSON, but for those of `PLAIN_KINDS`. */
export async function textOf(run: string, log: TraceLog, detail: SpanDetail, kind: EditKind): Promise<string> {
  const json = (value: unknown): string => JSON.stringify(value ?? null, null, 2)
  switch (kind) {
    case 'input':
      return json(await readStored(run, detail.input))
    case 'model': {
      const [created] = log.events
      return created?.type === 'run.created' ? created.data.model : ''
    }
    case 'binding':
      return activityOf(log, detail)
    case 'answer':
      return String((await readStored(run, detail.modelAnswered?.raw)) ?? '')
    case 'call':
      return json(await readStored(run, detail.input))
    case 'result':
      return json(await readStored(run, detail.result))
    case 'idea': {
      const pin = pinOf(log, detail)
      const content = pin === undefined ? undefined : await readBody(run, pin.hash)
      // The pin is the Idea with its shared Tools.
      return json((content as { readonly idea?: Json } | undefined)?.idea)
    }
  }
}

const parsed = (text: string): Json => JSON.parse(text) as Json // JSON.parse yields Json

/** The edit of a text. Throws SyntaxError if it had to be JSON. */
export function editOf(log: TraceLog, detail: SpanDetail, kind: EditKind, text: string): ForkEdit {
  const key = detail.span.id
  switch (kind) {
    case 'input':
      return { type: kind, input: parsed(text) }
    case 'model':
      return { type: kind, model: text.trim() }
    case 'binding':
      return { type: kind, tool: toolOf(log, detail), activity: text.trim() }
    case 'answer':
      return { type: kind, key, raw: text }
    case 'call':
      return { type: kind, key, parameters: JSON.parse(text) as JsonObject } // the server refuses anything else
    case 'result':
      return { type: kind, key, result: parsed(text) }
    case 'idea':
      return { type: kind, address: pinOf(log, detail)?.address ?? '', content: parsed(text) }
  }
}
