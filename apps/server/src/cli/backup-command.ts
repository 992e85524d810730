import { EnsembleError } from '@ensemble/core'
import packageFile from '../../package.json' with { type: 'json' }
import { findWorkspace, readSettings } from '../main.ts'
import type { Flags } from '../settings/settings.ts'
import { many } from './plural.ts'
import { print } from './own-output.ts'
import { printableLine } from './printable.ts'
import { withClient } from './with-client.ts'

interface BackupFlags extends Flags {
  readonly file: string
  readonly secrets?: boolean
  readonly json?: boolean
}

/** Writes the whole workspace to one file while it may be in use. Resolves to the exit code. */
export const backupCommand = async ({
  file,
  secrets = false,
  json = false,
  ...flags
}: BackupFlags): Promise<number> => {
  const settings = readSettings(flags)
  if (settings.database !== undefined)
    throw new EnsembleError(
      'usage',
      'The runs of this workspace are on Postgres (DATABASE_URL): back them up with pg_dump, and the folder with a copy of it.',
    )
  const { root } = await findWorkspace(settings)
  // A server that runs keeps running; without one, the database is opened, and salvaged where it is damaged, first.
  return withClient(flags, async () => {
    const { writeBackup } = await import('../backup/write-backup.ts')
    const written = await writeBackup(root, file, { secrets, version: packageFile.version, now: Date.now })
    if (json) print(JSON.stringify(written))
    else {
      print(
        `${printableLine(written.file)}: ${many(written.runs, 'run')}, ${many(written.files, 'file')}, ${many(written.bytes, 'byte')}`,
      )
      print(
        secrets
          ? 'It holds the keys of this workspace: store it as you store a password.'
          : 'It holds no keys; --secrets adds them. Files that begin with a dot, and node_modules, are left out.',
      )
    }
    if (written.missing > 0)
      console.error(
        `ensemble: ${many(written.missing, 'file')} that recorded runs name ${written.missing === 1 ? 'is' : 'are'} missing in .ensemble/artifacts, so the backup lacks ${written.missing === 1 ? 'it' : 'them'}.`,
      )
    return 0
  })
}

interface RestoreFlags {
  readonly file: string
  readonly folder: string
  readonly replace?: boolean
  readonly json?: boolean
}

/** Unpacks a backup into a folder and runs none of it. Resolves to the exit code. */
export const restoreCommand = async ({
  file,
  folder,
  replace = false,
  json = false,
}: RestoreFlags): Promise<number> => {
  if (folder.trim() === '') throw new EnsembleError('usage', 'Name the folder to restore into.')
  const [{ restoreBackup }, { shellWord }] = await Promise.all([
    import('../backup/restore-backup.ts'),
    import('../workspace/shell-word.ts'),
  ])
  const restored = await restoreBackup(file, folder, { replace, now: Date.now })
  if (json) {
    print(JSON.stringify(restored))
    return 0
  }
  print(
    `${printableLine(restored.folder)}: ${many(restored.runs, 'run')}, ${many(restored.files, 'file')}, as of ${printableLine(restored.at)}`,
  )
  if (restored.aside !== undefined) print(`The folder of before is now ${printableLine(restored.aside)}`)
  if (!restored.secrets) print('The backup holds no keys: add them in Settings, or set them in the environment.')
  const trusted = restored.unfinished > 0 ? ' --continue' : ''
  if (restored.unfinished > 0)
    print(`${many(restored.unfinished, 'run')} had not ended; with --continue they continue, if you trust this backup.`)
  print(`ensemble serve ${shellWord(restored.folder)}${trusted}`)
  return 0
}
