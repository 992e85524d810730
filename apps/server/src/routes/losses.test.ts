import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { bodyOf, openTestServer, testServer } from '../testing/test-server.ts'

test('runs lost with a damaged database are reported over restarts, until a person dismisses them', async () => {
  const first = await testServer(GREETER_FILES)
  const { root } = first
  try {
    const { id } = await bodyOf(await first.ask('POST', '/api/runs', { idea: 'greeter', input: { name: 'Ada' } }))
    await (await first.deps.executor()).settled(id)
    expect(await bodyOf(await first.ask('GET', '/api/losses'))).toEqual([])
    await first.stop()
    const path = join(root, '.ensemble', 'ensemble.db')
    // Every page but the first.
    writeFileSync(path, readFileSync(path).fill(0, 4096))

    const second = await openTestServer(root)
    const [loss] = await bodyOf(await second.ask('GET', '/api/losses'))
    expect(loss).toMatchObject({ type: 'damaged', kept: 0, lost: [], unnamed: 1 })
    expect(loss.aside).toMatch(/^ensemble\.db\.damaged-/)
    await second.stop()

    const third = await openTestServer(root)
    expect(await bodyOf(await third.ask('GET', '/api/losses'))).toEqual([loss])
    expect((await third.ask('DELETE', '/api/losses')).status).toBe(204)
    expect(await bodyOf(await third.ask('GET', '/api/losses'))).toEqual([])
    await third.stop()
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
