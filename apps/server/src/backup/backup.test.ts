import { mkdtemp, readFile, readdir, rm, stat, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GREETER_FILES, RESTARTER_FILES } from '../testing/ideas.ts'
import { type TestServer, bodyOf, openTestServer, testServer } from '../testing/test-server.ts'
import { takeOwnership } from '../workspace/owner.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const OPTIONS = { secrets: false, version: '0.0.0', now: Date.now }
const RESTORE = { replace: false, now: Date.now }

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'ensemble-backup-'))))
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))

const start = async (server: TestServer, name: string): Promise<string> => {
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name } }))
  return id
}
const settled = async (server: TestServer, ids: readonly string[]): Promise<void> => {
  const executor = await server.deps.executor()
  await Promise.all(ids.map((id) => executor.settled(id)))
}
const archiveOf = async (entries: Readonly<Record<string, string>>): Promise<Buffer> => {
  const archive = pack()
  for (const [name, text] of Object.entries(entries)) archive.entry({ name }, text)
  archive.finalize()
  const pieces: Buffer[] = []
  for await (const piece of archive) pieces.push(piece as Buffer) // a tar is of bytes
  return gzipSync(Buffer.concat(pieces))
}
const refusal = (file: string, to = join(folder, 'restored')) =>
  restoreBackup(file, to, RESTORE).catch((error) => error)

describe('a backup', () => {
  test('taken while runs are under way restores every run that had ended, replaying identically, and continues the others', async () => {
    const file = join(folder, 'mine.tar.gz')
    await using server = await testServer({ ...GREETER_FILES, ...RESTARTER_FILES })
    const waiting = await bodyOf(
      await server.ask('POST', '/api/runs', { idea: 'restarter', input: { service: 'database' } }),
    )
    await settled(server, [waiting.id])
    const early = await Promise.all(
      Array.from({ length: 8 }, (_, n) => start(server, `early ${n} ${'long '.repeat(500)}`)),
    )
    await settled(server, early)
    const late = Array.from({ length: 24 }, (_, n) => start(server, `late ${n}`))
    const written = await writeBackup(server.root, file, OPTIONS)
    await settled(server, await Promise.all(late))

    const restored = await restoreBackup(file, join(folder, 'restored'), RESTORE)
    expect(restored).toMatchObject({ runs: written.runs, files: written.files, secrets: false })
    expect(restored.unfinished).toBeGreaterThan(0)
    await using other = await openTestServer(restored.folder)
    await other.deps.warmUp(true)
    const { items } = await bodyOf(await other.ask('GET', '/api/runs?limit=100'))
    const ids: string[] = items.map(({ id }: { readonly id: string }) => id)
    expect(ids).toHaveLength(written.runs)
    expect(ids).toEqual(expect.arrayContaining(early))
    const [open] = await bodyOf(await other.ask('GET', '/api/approvals?status=open'))
    await other.ask('POST', `/api/runs/${waiting.id}/approvals/${open.callId}`, { decision: 'approve' })
    await settled(other, ids)
    for (const id of ids)
      expect(await bodyOf(await other.ask('POST', `/api/runs/${id}/replay`, {})), id).toMatchObject({ identical: true })
    for (const name of Object.keys(GREETER_FILES))
      expect(await readFile(join(restored.folder, name), 'utf8'), name).toBe(
        await readFile(join(server.root, name), 'utf8'),
      )
  })

  test('leaves keys out, and includes them on request', async () => {
    await using server = await testServer(GREETER_FILES)
    await server.ask('PUT', '/api/secrets/MINE', { value: 'a-very-secret-value' })
    const [plain, keyed] = [join(folder, 'plain'), join(folder, 'keyed')]
    await writeBackup(server.root, plain, OPTIONS)
    await writeBackup(server.root, keyed, { ...OPTIONS, secrets: true })
    expect(gunzipSync(await readFile(plain)).includes('a-very-secret-value')).toBe(false)
    const { folder: root, secrets } = await restoreBackup(keyed, join(folder, 'restored'), RESTORE)
    expect(secrets).toBe(true)
    expect(await readFile(join(root, '.ensemble/secrets.json'), 'utf8')).toContain('a-very-secret-value')
    expect((await stat(join(root, '.ensemble/secrets.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(keyed)).mode & 0o777).toBe(0o600)
  })

  test('is never inside the workspace, which the next backup would include', async () => {
    await using server = await testServer()
    const inside = join(server.root, 'mine.tar.gz')
    await expect(writeBackup(server.root, inside, OPTIONS)).rejects.toThrow('choose a place outside it')
  })

  test('that cannot be written leaves the earlier one, and no other file', async () => {
    await using server = await testServer()
    const file = join(folder, 'mine')
    await mkdir(join(file, 'full'), { recursive: true })
    await expect(writeBackup(server.root, file, OPTIONS)).rejects.toMatchObject({ code: 'engine.storage' })
    expect(await readdir(folder)).toEqual(['mine'])
  })
})

describe('a restore', () => {
  test('refuses bytes that are damaged, cut or something else in one sentence, and leaves no folder', async () => {
    await using server = await testServer(GREETER_FILES)
    await settled(server, [await start(server, 'Ada')])
    const file = join(folder, 'mine')
    await writeBackup(server.root, file, OPTIONS)
    const whole = await readFile(file)
    const flipped = Buffer.from(whole)
    flipped[Math.floor(whole.length / 2)]! ^= 0xff // a byte of the middle
    const other = gunzipSync(whole)
    other.write('Salute', other.indexOf('Greet the person.'))
    const variants = {
      flipped,
      cut: whole.subarray(0, Math.floor(whole.length * 0.7)),
      'cut at an entry': gzipSync(gunzipSync(whole).subarray(0, 1024)),
      changed: gzipSync(other),
      empty: Buffer.alloc(0),
      text: Buffer.from('This is a letter.'),
      'another archive': await archiveOf({ 'ensemble.json': '{}' }),
    }
    for (const [name, bytes] of Object.entries(variants)) {
      const path = join(folder, 'damaged')
      await writeFile(path, bytes)
      const error = await refusal(path)
      expect(error, name).toMatchObject({ code: 'backup.invalid' })
      expect(error.message, name).toMatch(/^\S+damaged [^\n]+ Nothing was restored\.$/)
      expect(await readdir(folder), name).toEqual(['damaged', 'mine'])
    }
  })

  test('refuses entries that lead elsewhere, or that no backup holds', async () => {
    for (const name of [
      '../outside',
      '/etc/outside',
      '.ensemble/lock',
      '.git/hooks/post-checkout',
      '.ensemble/artifacts/../../x',
    ]) {
      const path = join(folder, 'hostile')
      await writeFile(path, await archiveOf({ 'ensemble.json': '{"version":1}', [name]: 'x' }))
      expect(await refusal(path), name).toMatchObject({ code: 'backup.invalid' })
      expect(await readdir(folder), name).toEqual(['hostile'])
    }
  })

  test('refuses a folder that is not empty, unless --replace moves its contents aside', async () => {
    await using server = await testServer(GREETER_FILES)
    const file = join(folder, 'mine')
    await writeBackup(server.root, file, OPTIONS)
    const to = join(folder, 'there')
    await mkdir(to)
    await writeFile(join(to, 'notes.txt'), 'mine')
    await expect(restoreBackup(file, to, RESTORE)).rejects.toMatchObject({ code: 'name.taken' })
    expect(await readdir(to)).toEqual(['notes.txt'])
    const { aside = '' } = await restoreBackup(file, to, { ...RESTORE, replace: true })
    expect(await readFile(join(aside, 'notes.txt'), 'utf8')).toBe('mine')
    expect(await readdir(to)).toContain('ensemble.json')
  })

  test('refuses a workspace that is served, whatever is asked for', async () => {
    await using server = await testServer(GREETER_FILES)
    const file = join(folder, 'mine')
    await writeBackup(server.root, file, OPTIONS)
    const { folder: root } = await restoreBackup(file, join(folder, 'there'), RESTORE)
    const owner = await takeOwnership(root)
    if (!owner.owned) throw new Error('the restored folder has no other owner')
    await owner.announce({ url: 'http://127.0.0.1:1', pid: process.pid, version: '0.0.0' })
    await expect(restoreBackup(file, root, { ...RESTORE, replace: true })).rejects.toMatchObject({
      code: 'workspace.busy',
    })
    await owner.release()
  })
})
