import type { Run } from '@ensemble/core'
import type { ArtifactFiles } from './artifact-files.ts'
import { createPace, rest } from '../rest.ts'
import { parseLine } from './follows.ts'
import { type RunDocument, referredBodies } from './run-document.ts'
import type { WorkspaceJournal } from './workspace-journal.ts'

interface Stores {
  readonly journal: WorkspaceJournal
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
  ...(await readLines(journal, run)),
  artifacts: files === 'none' ? {} : await readArtifacts({ journal, artifacts }, run.id, MOST_BYTES[files]),
  head: run.head,
})

/** Lines read at once. */
const PAGE = 500

const readLines = async (
  journal: WorkspaceJournal,
  { id, head }: Run,
): Promise<Pick<RunDocument, 'lines' | 'bodies'>> => {
  const lines: string[] = []
  const hashes = new Set<string>()
  while (lines.length < head.seq) {
    const page = await journal.readLines(id, lines.length, Math.min(PAGE, head.seq - lines.length))
    if (page.length === 0) break
    lines.push(...page)
    const events = page.map(parseLine).filter((event) => event !== undefined)
    for (const hash of referredBodies(events)) hashes.add(hash)
    await rest()
  }
  return { lines, bodies: await readBodies(journal, [...hashes]) }
}

const readBodies = async (journal: WorkspaceJournal, hashes: readonly string[]): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  const pace = createPace()
  for (const hash of hashes) {
    const bytes = await journal.bodies.get(hash)
    if (bytes === undefined) continue
    found[hash] = new TextDecoder().decode(bytes)
    await pace(bytes.byteLength)
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
    if (bytes === undefined) continue
    found[event.data.sha256] = Buffer.from(bytes).toString('base64')
    await rest()
  }
  return found
}
