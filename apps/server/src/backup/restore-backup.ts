import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { EnsembleError, isObject } from '@ensemble/core'
import { extract } from 'tar-stream'
import Database from 'libsql'
import { openDatabase } from '../engine/database.ts'
import { makeFolder } from '../workspace/make-folder.ts'
import { parseManifest } from '../workspace/manifest.ts'
import { MANIFEST_FILE } from '../workspace/names.ts'
import { takeOwnership } from '../workspace/owner.ts'
import { metIn, putFolder } from '../workspace/put-folder.ts'
import { asStorageTrouble } from '../workspace/storage-trouble.ts'
import { someOf } from '../workspace/unpack.ts'
import { type BackupContents, CONTENTS, DATABASE, SECRETS, isBackedUp } from './backup-files.ts'

export interface RestoredBackup {
  /** Absolute. */
  readonly folder: string
  readonly files: number
  readonly runs: number
  /** Runs that had not ended when the backup was made. */
  readonly unfinished: number
  readonly secrets: boolean
  /** When the backup was made, ISO. */
  readonly at: string
  /** Where the workspace is now that was in the folder before. */
  readonly aside?: string
}

const invalid = (file: string, reason: string): EnsembleError =>
  new EnsembleError('backup.invalid', `${file} ${reason} Nothing was restored.`)

/** Whether an error of the streams means damaged or incomplete bytes. */
const isDamage = (error: unknown): boolean => {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown } // unknown errors may carry anything
  return (
    /^(Z_|ERR_STREAM_PREMATURE_CLOSE)/.test(String(code)) ||
    /Unexpected end of data|Invalid tar header|not a tar|unexpected end of file/i.test(String(message))
  )
}

type Found = Map<string, { readonly bytes: number; readonly sha256: string }>

const saveEntry = async (entry: Readable, to: string, mode: number) => {
  const hash = createHash('sha256')
  let bytes = 0
  const hashing = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk)
      bytes += chunk.byteLength
      done(null, chunk)
    },
  })
  await makeFolder(dirname(to))
  await pipeline(entry, hashing, createWriteStream(to, { flags: 'wx', mode }))
  return { bytes, sha256: hash.digest('hex') }
}

/** Unpacks every entry into `partial`; gives what was found. */
const unpackInto = async (file: string, partial: string): Promise<Found> => {
  const found: Found = new Map()
  const archive = extract()
  // Its error ends the loop below, which reports it.
  const reading = pipeline(createReadStream(file), createGunzip(), archive)
  reading.catch(() => undefined)
  for await (const entry of archive) {
    const { name, type } = entry.header
    if (type !== 'file' || !isBackedUp(name))
      throw invalid(file, `holds ${JSON.stringify(name.slice(0, 200))}, which isn't part of a backup.`)
    if (found.has(name)) throw invalid(file, `holds ${name} twice.`)
    found.set(name, await saveEntry(entry, join(partial, name), name === SECRETS ? 0o600 : 0o644))
  }
  await reading
  return found
}

const readContents = async (file: string, partial: string): Promise<BackupContents> => {
  const value: unknown = await readFile(join(partial, CONTENTS), 'utf8').then(JSON.parse, () => undefined)
  if (!isObject(value)) throw invalid(file, "isn't a backup of a workspace, or it is incomplete.")
  if (value['version'] !== 1)
    throw invalid(file, 'was written by a newer Ensemble: update Ensemble, then restore it again.')
  const { ensemble, at, secrets, files } = value
  if (typeof ensemble !== 'string' || typeof at !== 'string' || typeof secrets !== 'boolean' || !isObject(files))
    throw invalid(file, 'is damaged: its list of contents cannot be read.')
  return value as unknown as BackupContents // each file is compared below
}

const compare = (file: string, contents: BackupContents, found: Found): void => {
  const listed = Object.entries(contents.files)
  for (const [name, { sha256 }] of listed)
    if (found.get(name)?.sha256 !== sha256) throw invalid(file, `is damaged: ${name} isn't as it was written.`)
  if (found.size !== listed.length + 1) throw invalid(file, 'is damaged: it holds files that its list does not name.')
}

/** How many runs there are, and how many have not ended. The database is brought to this version. */
const countRuns = (file: string, path: string): Pick<RestoredBackup, 'runs' | 'unfinished'> => {
  let db: ReturnType<typeof openDatabase> | undefined
  try {
    db = new Database(path)
    const check = db.prepare('pragma quick_check(1)').pluck().all()
    if (check[0] !== 'ok') throw invalid(file, 'is damaged: its database is not whole.')
    db.close()
    db = openDatabase(path)
    const counts = db
      .prepare(
        `select count(*) as runs, count(*) filter (where status in ('queued', 'running', 'waiting')) as unfinished from runs`,
      )
      .get() as { readonly runs: number; readonly unfinished: number } // one row
    // One file again: closing waits for the garbage collector, and a log would stay.
    db.pragma('journal_mode = DELETE')
    return { runs: counts.runs, unfinished: counts.unfinished }
  } catch (error) {
    const { code } = error as { readonly code?: unknown } // unknown errors may carry anything
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(String(code))) throw invalid(file, 'is damaged: its database is not whole.')
    throw error
  } finally {
    db?.close()
  }
}

/** Throws EnsembleError `workspace.busy` while another process has the workspace. */
const refuseServed = async (folder: string): Promise<void> => {
  const ownership = await takeOwnership(folder)
  if (ownership.owned) return ownership.release()
  const where = ownership.server === undefined ? 'another process' : `the server at ${ownership.server.url}`
  throw new EnsembleError(
    'workspace.busy',
    `${folder} is in use by ${where}: stop it, then restore. Nothing was restored.`,
  )
}

/**
 * Unpacks a backup into `to`, complete or not at all; runs nothing. With `replace`, a workspace that is there is moved
 * aside. Throws EnsembleError `backup.invalid`, `name.taken`, `workspace.busy`, `engine.storage`.
 */
export const restoreBackup = async (
  from: string,
  to: string,
  { replace, now }: { readonly replace: boolean; readonly now: () => number },
): Promise<RestoredBackup> => {
  const [file, folder] = [resolve(from), resolve(to)]
  if ((await stat(file).catch(() => undefined))?.isFile() !== true)
    throw new EnsembleError('usage', `${file} is missing or isn't a file: name a file that \`ensemble backup\` wrote.`)
  const met = (await metIn(folder)) ?? []
  if (met.length > 0 && !replace)
    throw new EnsembleError(
      'name.taken',
      `${folder} is not empty (${someOf(met)}): choose another folder, or add --replace to move what is there aside. Nothing was restored.`,
    )
  if (met.length > 0) await refuseServed(folder)
  const aside = `${folder}.replaced-${new Date(now()).toISOString().replaceAll(/[:.]/g, '-')}`
  let restored: Omit<RestoredBackup, 'folder'> | undefined
  await putFolder(folder, async (partial) => {
    const found = await unpackInto(file, partial).catch((error: unknown) => {
      throw isDamage(error) ? invalid(file, 'is damaged or incomplete.') : asStorageTrouble(error)
    })
    const contents = await readContents(file, partial)
    compare(file, contents, found)
    parseManifest(await readFile(join(partial, MANIFEST_FILE), 'utf8'))
    await rm(join(partial, CONTENTS))
    const counts = found.has(DATABASE) ? countRuns(file, join(partial, DATABASE)) : { runs: 0, unfinished: 0 }
    if (met.length > 0) {
      await refuseServed(folder)
      await rename(folder, aside)
      await mkdir(folder)
    }
    restored = {
      files: Object.keys(contents.files).length,
      ...counts,
      secrets: found.has(SECRETS),
      at: contents.at,
      ...(met.length > 0 && { aside }),
    }
  })
  if (restored === undefined) throw new Error('putFolder resolved without filling') // it throws where `fill` does
  return { folder, ...restored }
}
