import { sealEvents } from '../../packages/core/src/journal/chain.ts'
import { GENESIS } from '../../packages/core/src/journal/journal.ts'
import { createTestJournal, testPins, type TestJournalOptions } from '../../packages/core/src/trace/test-journal.ts'

export interface MadeRun {
  readonly id: string
  /** The run as a file that another Ensemble could have exported. */
  readonly document: string
  readonly events: number
}

/** A run that an executor could have made: the same seed gives the same events. */
export function makeRun(id: string, seed: number, options: TestJournalOptions = {}): MadeRun {
  const sealed = sealEvents(id, { seq: 0, hash: GENESIS }, createTestJournal(seed, options))
  const recorded = sealed.flatMap((one) => one.bodies.map(({ hash, text }): [string, string] => [hash, text]))
  const bodies = { ...testPins(), ...Object.fromEntries(recorded) }
  const lines = sealed.map(({ line }) => line)
  const head = sealed.at(-1)?.head
  const document = { format: 'ensemble-run', version: 1, run: id, lines, bodies, artifacts: {}, head }
  return { id, document: JSON.stringify(document), events: lines.length }
}

export async function importRun(url: string, { document }: MadeRun): Promise<void> {
  const response = await fetch(`${url}/api/runs/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: document,
  })
  if (!response.ok) throw new Error(`The import answered ${response.status}: ${await response.text()}`)
}
