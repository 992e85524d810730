import { rest } from '../rest.ts'
import type { Manifest } from '../workspace/manifest.ts'
import type { ArtifactFiles } from './artifact-files.ts'
import type { WorkspaceJournal } from './workspace-journal.ts'

/** A run that a retention deletes, and the bytes that only it takes. */
export interface OutlivedRun {
  readonly id: string
  readonly bytes: number
}

export interface RetentionParts {
  readonly journal: WorkspaceJournal
  readonly artifacts: ArtifactFiles
  readonly retention: () => Manifest['retention']
  readonly now: () => number
}

export interface Retention {
  /** Deletes what the retention of ensemble.json says. */
  apply(): Promise<readonly OutlivedRun[]>
  /** The same without deleting; bytes that only these runs share are not counted. */
  preview(): Promise<readonly OutlivedRun[]>
}

const DAY_MS = 86_400_000
const AT_ONCE = 250
/** More are not looked for in advance. */
const MOST_SHOWN = 100_000

/** Bytes that are free if a run goes. */
export const ownBytes = async ({ journal, artifacts }: Pick<RetentionParts, 'journal' | 'artifacts'>, run: string) => {
  const { journal: bytes, files } = await journal.ownContent(run)
  let inFiles = 0
  for (const hash of files) inFiles += (await artifacts.size(hash)) ?? 0
  return { bytes, files: inFiles, total: bytes + inFiles }
}

/** Ended runs by age, number and bytes: never a starred one. */
export const createRetention = (parts: RetentionParts): Retention => {
  const { journal, artifacts, retention, now } = parts

  const byAgeAndNumber = async (isDry: boolean): Promise<readonly OutlivedRun[]> => {
    const { days, runs } = retention()
    if (days === undefined && runs === undefined) return []
    const before = days === undefined ? null : new Date(now() - days * DAY_MS).toISOString()
    const gone: OutlivedRun[] = []
    // Some at a time: finding thousands at once would block.
    for (let isAnyGone = true; isAnyGone;) {
      isAnyGone = false
      for (const id of await journal.outlived(before, runs ?? null, isDry ? MOST_SHOWN : AT_ONCE)) {
        const bytes = (await ownBytes(parts, id)).total
        if (isDry) gone.push({ id, bytes })
        else if (await journal.runs.remove(id)) {
          gone.push({ id, bytes })
          isAnyGone = true
        }
        await rest()
      }
    }
    return gone
  }

  const byBytes = async (isDry: boolean, gone: readonly OutlivedRun[]): Promise<readonly OutlivedRun[]> => {
    const { bytes: most } = retention()
    if (most === undefined) return gone
    const known = new Set(gone.map(({ id }) => id))
    const all = [...gone]
    // A preview deleted nothing, so that the sizes still hold these runs.
    let saved = isDry ? gone.reduce((sum, { bytes }) => sum + bytes, 0) : 0
    let files = await artifacts.total()
    const isOver = async (): Promise<boolean> => (await journal.usedBytes()) + files - saved > most
    for (let after = 0; await isOver();) {
      const some = await journal.oldest(after, AT_ONCE)
      if (some.length === 0) break
      for (const { n, id } of some) {
        after = n
        if (known.has(id)) continue
        if (!(await isOver())) break
        const own = await ownBytes(parts, id)
        if (isDry) saved += own.total
        else if (await journal.runs.remove(id)) files -= own.files
        else continue
        all.push({ id, bytes: own.total })
        await rest()
      }
    }
    return all
  }

  return {
    apply: async () => byBytes(false, await byAgeAndNumber(false)),
    preview: async () => byBytes(true, await byAgeAndNumber(true)),
  }
}
