import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { EnsembleError } from '@ensemble/core'
import Database from 'libsql'
import { type Pack, pack } from 'tar-stream'
import { copyDatabase } from '../engine/copied-database.ts'
import { syncFolder } from '../workspace/atomic-write.ts'
import { asStorageTrouble } from '../workspace/storage-trouble.ts'
import { type BackupContents, CONTENTS, DATABASE, SECRETS, filesToBackUp } from './backup-files.ts'

export interface WrittenBackup {
  /** Absolute. */
  readonly file: string
  readonly bytes: number
  readonly runs: number
  readonly files: number
  readonly secrets: boolean
  /** Files that recorded runs name and that were gone already. */
  readonly missing: number
}

export interface BackupOptions {
  readonly secrets: boolean
  readonly version: string
  readonly now: () => number
}

/** The fastest level: artifacts and large values are compressed already. */
const GZIP = { level: 1 }
const DAY_MS = 86_400_000

/** Contents of a copied database. */
interface Snapshot {
  readonly runs: number
  /** Hashes of files that runs made. */
  readonly artifacts: readonly string[]
}

/** Copies the database as of one moment, while others may write to it. */
const takeSnapshot = (from: string, to: string): Snapshot => {
  const db = new Database(from)
  try {
    db.pragma('busy_timeout = 5000')
    db.prepare('vacuum into ?').run(to)
  } finally {
    db.close()
  }
  const copy = new Database(to)
  try {
    const { runs } = copy.prepare('select count(*) as runs from runs').get() as { readonly runs: number } // one row
    const artifacts = copy
      .prepare('select distinct hash from uses where not exists (select 1 from bodies where bodies.hash = uses.hash)')
      .pluck()
      .all() as readonly string[] // as `putUse` wrote them
    return { runs, artifacts }
  } finally {
    copy.close()
  }
}

const snapshotOf = async (root: string, to: string): Promise<Snapshot | undefined> => {
  const own = join(root, DATABASE)
  if ((await lstat(own).catch(() => undefined))?.isFile() !== true) return undefined
  const isWritable = await access(dirname(own), constants.W_OK).then(
    () => true,
    () => false,
  )
  if (isWritable) return takeSnapshot(own, to)
  const copied = copyDatabase(own)
  try {
    return takeSnapshot(copied.path, to)
  } finally {
    copied.remove()
  }
}

const streamInto = async (from: string, bytes: number, entry: Writable): Promise<string> => {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  // No more than the header says, even if the file grows meanwhile.
  if (bytes === 0) entry.end()
  else await pipeline(createReadStream(from, { end: bytes - 1 }), hashing, entry)
  return hash.digest('hex')
}

type Files = Record<string, { readonly bytes: number; readonly sha256: string }>

/** Adds a file of the disk, or nothing if it is gone. */
const addFile = async (archive: Pack, name: string, from: string, files: Files): Promise<void> => {
  const found = await stat(from).catch(() => undefined)
  if (found === undefined) return
  const entry = archive.entry({ name, size: found.size, mode: name === SECRETS ? 0o600 : 0o644, mtime: found.mtime })
  files[name] = { bytes: found.size, sha256: await streamInto(from, found.size, entry) }
}

const addText = (archive: Pack, name: string, text: string): Promise<void> =>
  new Promise((added, fail) => {
    archive.entry({ name, mode: 0o644 }, text, (error) => (error ? fail(error) : added()))
  })

const OLD = /\.[0-9a-f-]{36}\.backup$/
/** Removes files of interrupted backups, once they are a day old. */
const removeLeftovers = async (folder: string, name: string, now: number): Promise<void> => {
  for (const left of await readdir(folder)) {
    const path = join(folder, left)
    if (!left.startsWith(`.${name}.`) || !OLD.test(left) || now - (await stat(path)).mtimeMs < DAY_MS) continue
    await rm(path, { recursive: true, force: true })
  }
}

const refuseInside = (root: string, file: string): void => {
  if (file === root || file.startsWith(root + sep))
    throw new EnsembleError(
      'usage',
      `${file} is inside the workspace: choose a place outside it, best on another disk.`,
    )
}

/**
 * Writes a whole workspace to one file (tar, gzip), complete or not at all: its files, its recorded runs as of one moment
 * and their files. The workspace may be in use. Throws EnsembleError `engine.storage`, `usage`.
 */
export const writeBackup = async (root: string, to: string, options: BackupOptions): Promise<WrittenBackup> => {
  const file = resolve(to)
  refuseInside(resolve(root), file)
  const folder = dirname(file)
  const partial = join(folder, `.${basename(file)}.${randomUUID()}.backup`)
  try {
    await removeLeftovers(folder, basename(file), options.now())
    await mkdir(partial, { mode: 0o700 })
    const written = await fill(root, partial, options)
    const size = (await stat(join(partial, 'backup'))).size
    await rename(join(partial, 'backup'), file)
    await syncFolder(folder)
    return { file, bytes: size, secrets: options.secrets, ...written }
  } catch (error) {
    throw asStorageTrouble(error, file)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

const fill = async (
  root: string,
  partial: string,
  { secrets, version, now }: BackupOptions,
): Promise<Pick<WrittenBackup, 'runs' | 'files' | 'missing'>> => {
  const database = join(partial, 'ensemble.db')
  const snapshot = await snapshotOf(root, database)
  // After the database: every file that its runs name exists by then.
  const names = await filesToBackUp(root, secrets)
  const archive = pack()
  const path = join(partial, 'backup')
  const writing = pipeline(archive, createGzip(GZIP), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  // `pipeline` ends the archive with its error, which ends the work below; what is thrown first is reported.
  writing.catch(() => undefined)
  const files: Files = {}
  const work = async (): Promise<void> => {
    for (const name of names) await addFile(archive, name, join(root, name), files)
    if (snapshot !== undefined) await addFile(archive, DATABASE, database, files)
    const contents: BackupContents = {
      version: 1,
      ensemble: version,
      at: new Date(now()).toISOString(),
      secrets,
      files,
    }
    await addText(archive, CONTENTS, JSON.stringify(contents))
    archive.finalize()
  }
  await Promise.race([work(), writing])
  await writing
  const handle = await open(path, 'r+')
  await handle.sync().finally(() => handle.close())
  const there = new Set(Object.keys(files).map((name) => basename(name)))
  return {
    runs: snapshot?.runs ?? 0,
    files: Object.keys(files).length,
    missing: (snapshot?.artifacts ?? []).filter((hash) => !there.has(hash)).length,
  }
}
