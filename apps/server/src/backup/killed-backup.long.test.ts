import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { buildCommandLine } from '../testing/built-command-line.ts'
import { makeWorkspace } from '../testing/test-server.ts'
import { restoreBackup } from './restore-backup.ts'

const MB = 1024 * 1024

test('a backup that is killed while it writes leaves the earlier one, and the next one is whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ensemble-killed-backup-'))
  const root = await makeWorkspace()
  const built = await buildCommandLine()
  const file = join(folder, 'mine.tar.gz')
  const backUp = () =>
    spawn(process.execPath, [built.file, 'backup', file, '--workspace', root], {
      stdio: 'ignore',
      env: { ...process.env, HOME: folder },
    })
  try {
    expect(await once(backUp(), 'exit')).toEqual([0, null])
    const earlier = await readFile(file)
    // Seconds of work, which compression does not shorten.
    await mkdir(join(root, '.ensemble/artifacts/aa'), { recursive: true })
    await writeFile(join(root, '.ensemble/artifacts/aa', 'a'.repeat(64)), randomBytes(96 * MB))
    const killed = backUp()
    const ended = once(killed, 'exit')
    const isWriting = async (): Promise<boolean> => {
      const [partial] = (await readdir(folder)).filter((name) => name.endsWith('.backup'))
      const found = partial && (await stat(join(folder, partial, 'backup')).catch(() => undefined))
      return found !== undefined && found !== '' && found.size > MB
    }
    await vi.waitUntil(isWriting, { interval: 5, timeout: 60_000 })
    killed.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(await readFile(file)).toEqual(earlier)

    await rm(file)
    expect(existsSync(file)).toBe(false)
    expect(await once(backUp(), 'exit')).toEqual([0, null])
    const restored = await restoreBackup(file, join(folder, 'restored'), { replace: false, now: Date.now })
    expect((await stat(join(restored.folder, '.ensemble/artifacts/aa', 'a'.repeat(64)))).size).toBe(96 * MB)
  } finally {
    await built.remove()
    await rm(folder, { recursive: true, force: true })
    await rm(root, { recursive: true, force: true })
  }
}, 120_000)
