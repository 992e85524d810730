import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

const DEBIAN = '/usr/lib/postgresql'

/** Whether the tests find `initdb` (`apps/server/src/testing/throwaway-postgres.ts`). */
const isThere = () => {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...debian]
  return folders.some((folder) => existsSync(join(folder, 'initdb')))
}

/** Installs Debian's Postgres for the tests where it is missing; starts none. @returns {Promise<boolean>} */
export async function ensurePostgres() {
  if (isThere()) return true
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log("Installing Debian's postgresql …")
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { quiet: true, env, timeoutMs: 60_000 })
    // Without `postgresql-common` making a cluster and starting it.
    const only = ['-qq', '-y', '-o', 'Acquire::Retries=1', 'install', '--no-install-recommends', 'postgresql-common']
    await run('apt-get', only, { quiet: true, env, timeoutMs: 120_000 })
    const quiet = ['-c', "echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf"]
    await run('sh', quiet, { quiet: true })
    const all = ['-qq', '-y', '-o', 'Acquire::Retries=1', 'install', '--no-install-recommends', 'postgresql']
    const { code, output } = await run('apt-get', all, { quiet: true, env, timeoutMs: 180_000 })
    if (code !== 0) console.error(output.split('\n').slice(-5).join('\n'))
  }
  if (isThere()) return true
  console.error(
    'The unit tests need Postgres and none could be installed: install it (Debian: apt-get install postgresql), or put initdb on the PATH.',
  )
  return false
}
