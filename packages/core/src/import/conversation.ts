import type { NewEvent } from '../journal/events.ts'
import { eventsOf } from './conversation/to-events.ts'
import { readConversation } from './conversation/read.ts'
import type { ReportRow } from './report.ts'

/** A conversation that another program recorded, as the facts of a Run. */
export interface ImportedConversation {
  readonly program: string
  readonly events: readonly NewEvent[]
  readonly report: readonly ReportRow[]
}

/**
 * The Run of a recorded conversation: messages of OpenAI (JSON or JSONL), or a trace of LangSmith, Langfuse or OpenTelemetry. A sentence where
 * it can't become one, undefined for any other text. Keys are removed. `at` is the time of facts without one. Pure, never throws.
 */
export const importConversation = (
  path: string,
  text: string,
  options: { readonly engine: string; readonly at: number },
): ImportedConversation | string | undefined => {
  const read = readConversation(path, text)
  return typeof read === 'object' ? { program: read.program, ...eventsOf(read, path, options) } : read
}
