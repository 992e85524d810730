import { EnsembleError, isObject } from '@ensemble/core'
import type { Flags } from '../settings/settings.ts'
import { decodeStrictly } from '../workspace/decode-strictly.ts'
import { withClient } from './with-client.ts'
import { print } from './own-output.ts'
import { readAtMost } from './read-at-most.ts'

interface ImportFlags extends Flags {
  readonly file: string
  readonly format?: string
  readonly name?: string
  /** A folder for a whole workspace. */
  readonly to?: string
  readonly json?: boolean
}

/** As the server's own limit for a run with its files. */
const MOST_BYTES = 256 * 1024 * 1024

/** Takes an exported run or a packed workspace, and runs nothing of it. Any other text is read for Tools. */
export const importCommand = async (flags: ImportFlags): Promise<number> => {
  const { to, json = false } = flags
  const bytes = await readAtMost(flags.file, MOST_BYTES)
  const archives = await import('./import-archive.ts')
  if (archives.isArchive(bytes))
    return to === undefined
      ? withClient(flags, (client) => archives.importArchive(client, bytes, json))
      : archives.unpackArchive(bytes, to, json)
  if (to !== undefined)
    throw new EnsembleError('usage', `--to unpacks a whole workspace, and ${flags.file} isn't a zip archive.`)
  const text = decodeStrictly(bytes)
  if (text === undefined)
    throw new EnsembleError(
      'import.empty',
      `${flags.file} is neither text in UTF-8 nor a zip archive. Nothing was imported.`,
    )
  return withClient(flags, async (client) => {
    const document = runIn(text)
    if (document === undefined) return (await import('./import-tools.ts')).importToolFile(client, text, flags)
    const { id } = await client.call('POST', '/api/runs/import', { body: document })
    print(json ? JSON.stringify({ run: id }) : id)
    return 0
  })
}

/** The run that a text holds; undefined if it holds something else. */
const runIn = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && value['format'] === 'ensemble-run' ? value : undefined
  } catch {
    return undefined
  }
}
