import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { copyOfMusic, launch, removeFolder, startServer, temporaryFolder } from '../src/server.ts'
import { expect, test } from '../src/test.ts'

const BIN = 'apps/server/bin/ensemble.mjs'

/** The terminal's text for a refused start: one sentence, no stack. */
async function refusal(args: readonly string[], code = 1): Promise<string> {
  const started = await launch(BIN, ['serve', '--port', '0', ...args], {})
  if (started.code === undefined) await started.stop()
  expect(started.code, started.output()).toBe(code)
  const text = started.output().trim()
  expect(text).not.toMatch(/\n\s+at /)
  return text
}

test.describe('one command', () => {
  test('starts what is built, says where the workspace is, and ends when asked', async () => {
    const home = await temporaryFolder('home')
    const started = await launch('scripts/start.mjs', ['--port', '0'], { CI: '', HOME: home, XDG_DATA_HOME: home })
    expect(started.url, started.output()).toBeDefined()
    expect(started.output()).toContain(home)
    const health = await fetch(`${started.url}/api/health`)
    expect(await health.json()).toMatchObject({ status: 'ok', model: 'simulated', profile: 'offline' })
    expect(await started.stop()).toBe(0)
    await removeFolder(home)
  })

  test('ends when asked as soon as its address is printed, though git has not answered yet', async () => {
    const [workspace, programs] = [await copyOfMusic(), await temporaryFolder('programs')]
    await writeFile(join(programs, 'git'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
    const PATH = `${programs}${delimiter}${process.env['PATH'] ?? ''}`
    const started = await startServer({ workspace, env: { PATH } })
    expect(await started.stop()).toBe(0)
    await Promise.all([workspace, programs].map(removeFolder))
  })

  test('opens no sample on a build machine that names no workspace', async () => {
    const home = await temporaryFolder('home')
    const started = await launch(BIN, ['serve', '--port', '0'], { HOME: home, XDG_DATA_HOME: home })
    expect(started.code, started.output()).toBe(2)
    expect(started.output()).toContain('There is no workspace here')
    await removeFolder(home)
  })

  test('names the server that has the workspace already, and leaves it alone', async ({ server }) => {
    const second = await launch(BIN, ['serve', '--workspace', server.workspace, '--port', '0'], {})
    expect(second.code).toBe(0)
    expect(second.output()).toContain(server.url)
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  })

  test('opens the workspace again after a power cut', async () => {
    const workspace = await copyOfMusic()
    const first = await startServer({ workspace })
    await first.kill()
    const second = await startServer({ workspace })
    expect((await fetch(`${second.url}/api/ideas`)).status).toBe(200)
    expect(await second.stop()).toBe(0)
    await removeFolder(workspace)
  })
})

test.describe('a start that cannot work says why in one sentence', () => {
  test('a port in use', async () => {
    const workspace = await copyOfMusic()
    const occupant = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => occupant.once('listening', resolve))
    // `address` of a listening TCP server is an object.
    const { port } = occupant.address() as AddressInfo
    expect(await refusal(['--workspace', workspace, '--port', String(port)])).toContain(String(port))
    occupant.close()
    await removeFolder(workspace)
  })

  test('a folder that does not exist', async () => {
    expect(await refusal(['--workspace', '/nowhere/at/all'], 2)).toContain('/nowhere/at/all')
  })

  test('a folder that isn’t a workspace', async () => {
    const folder = await temporaryFolder('empty')
    const text = await refusal(['--workspace', folder], 2)
    expect(text).toContain(folder)
    expect(text).toContain('ensemble.json')
    await removeFolder(folder)
  })

  test('a workspace whose ensemble.json is broken', async () => {
    const folder = await temporaryFolder('broken')
    await mkdir(join(folder, 'ideas'))
    await writeFile(join(folder, 'ensemble.json'), '{ "version": 1, ')
    expect(await refusal(['--workspace', folder])).toContain('ensemble.json')
    await removeFolder(folder)
  })

  for (const [name, value] of [
    ['PORT', 'eighty'],
    ['ENSEMBLE_SIMULATED_PACE', 'fast'],
    ['OPENAI_BASE_URL', 'not an address'],
    ['DATABASE_URL', 'postgres://127.0.0.1:1/ensemble'],
  ] as const)
    test(`${name}=${value}`, async () => {
      const workspace = await copyOfMusic()
      // A flag would win over the variable under test.
      const started = await launch(BIN, ['serve', '--workspace', workspace], { PORT: '0', [name]: value })
      if (started.code === undefined) await started.stop()
      expect(started.code, started.output()).toBe(2)
      expect(started.output()).toContain(name)
      // The sentence, and where its page is.
      expect(started.output().trim().split('\n')).toEqual([
        expect.stringContaining(name),
        expect.stringMatching(/ensemble explain [\w.]+$/),
      ])
      await removeFolder(workspace)
    })

  test('another address without a token', async () => {
    const workspace = await copyOfMusic()
    expect(await refusal(['--workspace', workspace, '--host', '0.0.0.0'], 2)).toContain('ENSEMBLE_TOKEN')
    await removeFolder(workspace)
  })
})
