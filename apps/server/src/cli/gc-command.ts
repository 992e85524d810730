import type { Counted } from '../engine/collect-garbage.ts'
import type { Flags } from '../settings/settings.ts'
import { many } from './plural.ts'
import { print } from './own-output.ts'
import { withClient } from './with-client.ts'

interface GcFlags extends Flags {
  readonly dryRun?: boolean
  readonly json?: boolean
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** Bytes as a person reads them: `1.2 MB`. */
export const sizeOf = (bytes: number): string => {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return step === 0 ? many(bytes, 'byte') : `${(bytes / 1000 ** step).toFixed(1)} ${UNITS[step] ?? ''}`
}

/** Deletes runs beyond the retention and content that no run uses, or only counts them. Resolves to the exit code. */
export const gcCommand = async ({ dryRun = false, json = false, ...flags }: GcFlags): Promise<number> =>
  withClient(flags, async (client) => {
    const found = await client.call('POST', '/api/gc', { body: { dryRun } })
    if (json) {
      print(JSON.stringify(found))
      return 0
    }
    const line = ({ count, bytes }: Counted, one: string, why: string): void =>
      print(`${many(count, one)} ${why}: ${sizeOf(bytes)}`)
    line(found.runs, 'run', 'beyond the retention')
    for (const { id, bytes } of found.runs.largest) print(`  ${id}  ${sizeOf(bytes).padStart(9)}`)
    const others = found.runs.count - found.runs.largest.length
    if (others > 0) print(`  and ${many(others, 'smaller run')}`)
    line(found.values, 'value', 'that no run uses')
    line(found.files, 'file', 'that no run uses')
    print(dryRun ? 'Nothing was deleted: this was a dry run.' : 'Deleted.')
    const { runs, journal, artifacts } = await client.call('GET', '/api/storage')
    print(`${many(runs, 'run')}: database ${sizeOf(journal)}, files ${sizeOf(artifacts)}`)
    for (const { file, bytes } of found.copies)
      print(`${file} is an older copy of the database: ${sizeOf(bytes)}. Delete it if you don't need it.`)
    return 0
  })
