import { sealEvents } from '../../packages/core/src/journal/chain.ts'
import type { NewEvent } from '../../packages/core/src/journal/events.ts'
import { GENESIS } from '../../packages/core/src/journal/journal.ts'
import { createTestJournal, testPins, type TestJournalOptions } from '../../packages/core/src/trace/test-journal.ts'

export interface MadeRun {
  readonly id: string
  /** The run as a file that another Ensemble could have exported. */
  readonly document: string
  readonly events: number
}

/** A run that an executor could have made: the same seed gives the same events. */
export function makeRun(
  id: string,
  seed: number,
  { refusal, ...options }: TestJournalOptions & { readonly refusal?: string } = {},
): MadeRun {
  const events = createTestJournal(seed, options)
  const made = refusal === undefined ? events : withRefusedAnswer(events, refusal)
  const sealed = sealEvents(id, { seq: 0, hash: GENESIS }, made)
  const recorded = sealed.flatMap((one) => one.bodies.map(({ hash, text }): [string, string] => [hash, text]))
  const bodies = { ...testPins(), ...Object.fromEntries(recorded) }
  const lines = sealed.map(({ line }) => line)
  const head = sealed.at(-1)?.head
  const document = { format: 'ensemble-run', version: 1, run: id, lines, bodies, artifacts: {}, head }
  return { id, document: JSON.stringify(document), events: lines.length }
}

/** The first answer is refused with this sentence. */
const withRefusedAnswer = (events: readonly NewEvent[], message: string): readonly NewEvent[] => {
  const at = events.findIndex(({ type }) => type === 'request.completed')
  const answered = events[at]
  if (answered === undefined) return events
  const refused: NewEvent = {
    ...answered,
    type: 'answer.rejected',
    key: `${answered.span}#answer.rejected`,
    data: { error: { code: 'arguments.invalid', message, retryable: true } },
  }
  return events.toSpliced(at + 1, 0, refused)
}

export async function importRun(url: string, { document }: MadeRun): Promise<void> {
  const response = await fetch(`${url}/api/runs/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: document,
  })
  if (!response.ok) throw new Error(`The import answered ${response.status}: ${await response.text()}`)
}
