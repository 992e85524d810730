import { EnsembleError, isObject } from '@ensemble/core'
import type { Flags } from '../settings/settings.ts'
import { findWorkspace, readSettings } from '../main.ts'
import { decodeStrictly } from '../workspace/decode-strictly.ts'
import type { Client } from './client.ts'
import { withClient } from './with-client.ts'
import { print } from './own-output.ts'
import { readAtMost } from './read-at-most.ts'

interface ImportFlags extends Flags {
  readonly file: string
  /** All files and folders, the first included. */
  readonly paths: readonly string[]
  readonly format?: string
  readonly name?: string
  /** Terms that choose operations of OpenAPI documents, separated by commas. */
  readonly only?: string
  /** A folder for a whole workspace. */
  readonly to?: string
  readonly json?: boolean
}

/** As the server's own limit for a run with its files. */
const MOST_BYTES = 256 * 1024 * 1024
/** A longer text is refused where files of other programs are read. */
const MOST_CHARACTERS = 20_000_000

/**
 * Takes exports of other programs, an exported run or a packed workspace, and runs nothing of them. A single text of any
 * other kind is read for Tools.
 */
export const importCommand = async (flags: ImportFlags): Promise<number> => {
  const { to, json = false, paths } = flags
  const { isFolder } = await import('./import-files.ts')
  if (paths.length > 1 || (await isFolder(flags.file))) {
    if (to !== undefined || flags.format !== undefined)
      throw new EnsembleError('usage', 'import takes --to and --format with one file only.')
    return withClient(flags, (client) => importPrograms(client, flags, false))
  }
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
    if (document === undefined)
      return flags.format === undefined && text.length <= MOST_CHARACTERS
        ? importPrograms(client, flags, true)
        : (await import('./import-tools.ts')).importToolFile(client, text, flags)
    const { id } = await client.call('POST', '/api/runs/import', { body: document })
    print(json ? JSON.stringify({ run: id }) : id)
    return 0
  })
}

/** Exports of other programs. A single file that no importer knows is read for Tools. */
const importPrograms = async (client: Client, flags: ImportFlags, isSingle: boolean): Promise<number> => {
  const { gatherFiles, readForeign, tellForeign, writeForeign } = await import('./import-files.ts')
  const { root } = await findWorkspace(readSettings(flags))
  const files = await gatherFiles(flags.paths)
  const imported = await readForeign(
    client,
    files,
    root,
    flags.only?.split(',').filter((term) => term.trim() !== ''),
  )
  const { programs, report } = imported
  if (programs.length === 0) {
    const [broken] = report
    const [only] = files
    if (isSingle && only !== undefined) {
      const conversation = await import('./import-conversation.ts')
      if (conversation.mayBeConversation(only.text) && flags.format === undefined) {
        const code = await conversation.importConversation(client, only, flags)
        if (code !== undefined) return code
      }
    }
    if (isSingle && only !== undefined && !/\.ya?ml$/i.test(broken?.path ?? ''))
      return (await import('./import-tools.ts')).importToolFile(client, only.text, flags)
    const what =
      broken === undefined ? 'These files are of no kind that is known here.' : `${broken.path}: ${broken.what}`
    throw new EnsembleError('import.empty', `${what} Nothing was imported. docs/import lists the programs.`)
  }
  const { ideas, tools, http, servers } = imported
  const unchosen = report.find(({ code }) => code === 'operationsToChoose' || code === 'operationUnknown')
  if (unchosen !== undefined)
    throw new EnsembleError('import.empty', `${unchosen.what} ${unchosen.remedy} Nothing was imported.`)
  if (flags.only !== undefined && imported.operations.length === 0)
    throw new EnsembleError('usage', '--only chooses operations of an OpenAPI document, and there is none.')
  if (ideas.length + tools.length + http.length + servers.length === 0) {
    if (flags.json !== true) tellForeign(imported, [], false)
    const of = programs.join(' and ')
    throw new EnsembleError('import.empty', `These files of ${of} hold no agent, Tool or server. Nothing was imported.`)
  }
  const named = report.find(({ code, path }) => code === 'broken' && flags.paths.includes(path))
  if (named !== undefined) throw new EnsembleError('import.empty', `${named.path}: ${named.what} Nothing was imported.`)
  const written = await writeForeign(client, imported, root)
  tellForeign(imported, written, flags.json === true)
  return 0
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
