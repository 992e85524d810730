import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../cli/client.ts'
import { tellDamage } from '../cli/tell-damage.ts'
import { GREETER_FILES } from '../testing/ideas.ts'
import { type TestServer, bodyOf, makeWorkspace, openTestServer, testServer } from '../testing/test-server.ts'

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

describe('damage to a database that is open', () => {
  /** More bytes than a start looks through before it listens. */
  const LARGE = 33 * 1024 * 1024
  const PAGE = 8192
  /** The first byte of a page that holds rows of a table. */
  const LEAF = 13
  const RUNS = 12
  let root: string
  let path: string
  let server: TestServer

  /** Breaks the last page that holds lines of Runs, as a failing disk does. */
  const breakPage = (): void => {
    const bytes = readFileSync(path)
    const pages = Array.from({ length: bytes.length / PAGE }, (_, page) => page * PAGE)
    const at = pages.findLast((page) => bytes[page] === LEAF && bytes.subarray(page, page + PAGE).includes('{"v":1,'))
    if (at === undefined) throw new Error('no page holds a line')
    writeFileSync(path, bytes.fill(0xff, at, at + 8))
  }
  /** Another program writes, so the file is no longer the one that was closed, and too large to look through first. */
  const grow = (): void => {
    const db = new Database(path)
    db.prepare('insert into bodies (hash, bytes) values (?, zeroblob(?))').run('large', LARGE)
    db.close()
  }
  const start = async (): Promise<string> => {
    const answer = await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name: 'x'.repeat(900) } })
    const { id } = await bodyOf(answer)
    await (await server.deps.executor()).settled(id)
    return id
  }
  const losses = async () => bodyOf(await server.ask('GET', '/api/losses'))
  const found = async () => (await losses()).map(({ type }: { type: string }) => type)
  const listed = async (): Promise<readonly string[]> =>
    (await bodyOf(await server.ask('GET', '/api/runs'))).items.map(({ id }: { id: string }) => id)
  /** The answers to who reads each Run. */
  const readAll = async () =>
    Promise.all(
      (await listed()).map(async (id) => {
        const answer = await server.ask('GET', `/api/runs/${id}/events`, undefined, { accept: 'application/json' })
        return { status: answer.status, ...(await bodyOf(answer)) }
      }),
    )
  const RESTART = 'is damaged, so nothing more is recorded: restart the server. It then carries over every whole run'

  beforeEach(async () => {
    root = await makeWorkspace(GREETER_FILES)
    path = join(root, '.ensemble', 'ensemble.db')
    server = await openTestServer(root)
    for (let n = 0; n < RUNS; n++) await start()
    await server.stop()
  })
  afterEach(async () => {
    await server.stop()
    rmSync(root, { recursive: true, force: true })
  })

  test('is found in another process while runs are listed; a restart carries over what is whole', async () => {
    grow()
    breakPage()
    server = await openTestServer(root)
    const events: string[] = []
    server.deps.workspace.events.on(({ type }) => events.push(type))
    // The other process may be done before a listener is there.
    const early = await found()
    expect(await listed()).toHaveLength(RUNS)
    await expect.poll(found, { timeout: 30_000 }).toEqual(['found'])
    if (early.length === 0) expect(events).toContain('losses.changed')
    await server.stop()

    server = await openTestServer(root)
    const [loss] = await losses()
    expect(loss).toMatchObject({ type: 'damaged' })
    expect(loss.kept + loss.lost.length + loss.unnamed).toBe(RUNS)
    expect(await start()).toMatch(/./)
  })

  test('is looked for again after a server that stopped before the look was over', async () => {
    grow()
    breakPage()
    server = await openTestServer(root)
    await server.stop()
    server = await openTestServer(root)
    // Found at the start if the first look was over already.
    await expect.poll(found, { timeout: 30_000 }).not.toEqual([])
  })

  test('stops every write once a reader meets it, with a sentence that asks for a restart', async () => {
    server = await openTestServer(root)
    breakPage()
    const answers = await readAll()
    expect(answers).toHaveLength(RUNS)
    const refusals = answers.filter(({ status }) => status === 507)
    expect(refusals.length).toBeGreaterThan(0)
    for (const { detail } of refusals) expect(detail).toContain(RESTART)
    expect(await found()).toEqual(['found'])
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await tellDamage(createClient(await server.listen(), {}, false))
    expect(told).toHaveBeenCalledWith(expect.stringContaining('ensemble.db is damaged'))
    told.mockRestore()

    const refused = await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name: 'Ada' } })
    expect([refused.status, (await bodyOf(refused)).detail]).toEqual([507, expect.stringContaining(RESTART)])
    expect(await listed()).toHaveLength(RUNS)
    const bytes = readFileSync(path)
    await server.stop()
    expect(readFileSync(path).equals(bytes)).toBe(true)

    server = await openTestServer(root)
    expect(await found()).toEqual(['damaged'])
    expect(await start()).toMatch(/./)
  })
})
