import type { Run } from '@ensemble/core'
import type { ArtifactFiles } from './artifact-files.ts'
import { type RunDocument, referredBodies } from './run-document.ts'
import type { SqliteJournal } from './sqlite-journal.ts'

interface Stores {
  readonly journal: SqliteJournal
  readonly artifacts: ArtifactFiles
}

/** A recorded run as one document; its files are left out unless asked for. */
export const exportRun = async (
  { journal, artifacts }: Stores,
  run: Run,
  files: 'none' | 'small' | 'inline' = 'none',
): Promise<RunDocument> => ({
  format: 'ensemble-run',
  version: 1,
  run: run.id,
  lines: journal.lines(run.id),
  bodies: await readBodies(journal, referredBodies(await journal.read(run.id))),
  artifacts: files === 'none' ? {} : await readArtifacts({ journal, artifacts }, run.id, MOST_BYTES[files]),
  head: run.head,
})

const readBodies = async (journal: SqliteJournal, hashes: readonly string[]): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const hash of hashes) {
    const bytes = await journal.bodies.get(hash)
    if (bytes !== undefined) found[hash] = new TextDecoder().decode(bytes)
  }
  return found
}

const MOST_BYTES = { small: 512 * 1024, inline: Number.POSITIVE_INFINITY } as const

const readArtifacts = async (
  { journal, artifacts }: Stores,
  run: string,
  most: number,
): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const event of await journal.readType(run, 'artifact.created')) {
    if (event.type !== 'artifact.created' || event.data.bytes > most) continue
    const bytes = await artifacts.get(event.data.sha256)
    if (bytes !== undefined) found[event.data.sha256] = Buffer.from(bytes).toString('base64')
  }
  return found
}
