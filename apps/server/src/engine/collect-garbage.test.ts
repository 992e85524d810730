import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import type { OutlivedRun } from './retention.ts'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'

afterEach(() => vi.restoreAllMocks())

/** An Activity that makes a file of its own size for each run. */
const FILES = {
  ...GREETER_FILES,
  'activities/greet.ts': `export const greetUser = async ({ name }, context) => {
  const bytes = new Uint8Array(Number(name.split(' ')[1])).fill(name.charCodeAt(0))
  await context.artifact('noise.bin', bytes, { type: 'application/octet-stream' })
  return { greeting: 'Hello, ' + name + '!' }
}`,
}

const greet = async (server: TestServer, name: string): Promise<string> => {
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name } }))
  const { status } = await (await server.deps.executor()).settled(id)
  expect(status).toBe('completed')
  return id
}
const idsOf = async (server: TestServer): Promise<readonly string[]> => {
  const { items } = await bodyOf(await server.ask('GET', '/api/runs'))
  return items.map(({ id }: { readonly id: string }) => id)
}
const gc = async (server: TestServer, dryRun: boolean) => bodyOf(await server.ask('POST', '/api/gc', { dryRun }))
const filesIn = async (server: TestServer): Promise<readonly string[]> =>
  (await readdir(join(server.root, '.ensemble/artifacts'), { recursive: true })).filter((name) => name.length > 60)
const retaining = (retention: object) => ({ ...FILES, 'ensemble.json': { version: 1, name: 'test', retention } })

describe('the largest runs', () => {
  test('are listed by the bytes that only they take, files included', async () => {
    await using server = await testServer(FILES)
    const [small, large, middle] = [
      await greet(server, 'a 1000'),
      await greet(server, 'b 900000'),
      await greet(server, 'c 300000'),
    ]
    const { items } = await bodyOf(await server.ask('GET', '/api/storage/runs'))
    expect(items.map(({ id }: { readonly id: string }) => id)).toEqual([large, middle, small])
    expect(items[0].bytes).toBeGreaterThan(900_000)
    expect(items[2].bytes).toBeLessThan(100_000)
    const few = await bodyOf(await server.ask('GET', '/api/storage/runs?limit=1'))
    expect(few.items).toHaveLength(1)
  })
})

describe('a retention by bytes', () => {
  test('deletes the oldest ended runs until the others fit, and neither a starred one nor the newest', async () => {
    await using server = await testServer(retaining({ bytes: 2_000_000 }))
    const ids: string[] = []
    for (const name of ['a 700000', 'b 700000', 'c 700000', 'd 700000']) ids.push(await greet(server, name))
    await server.ask('PUT', `/api/runs/${ids[0]}/annotation`, { star: true })
    const planned = await gc(server, true)
    expect(planned).toMatchObject({ dryRun: true, runs: { count: 2 } })
    expect(planned.runs.bytes).toBeGreaterThan(1_400_000)
    const sizeOf = new Map(planned.runs.largest.map(({ id, bytes }: OutlivedRun) => [id, bytes]))
    expect(new Set(sizeOf.keys())).toEqual(new Set([ids[1], ids[2]]))
    for (const bytes of sizeOf.values()) expect(bytes).toBeGreaterThan(700_000)
    expect(await idsOf(server)).toHaveLength(4)
    expect(await gc(server, false)).toMatchObject({ dryRun: false, runs: { count: 2 } })
    expect(await idsOf(server)).toEqual([ids[3], ids[0]])
    await expect.poll(() => filesIn(server)).toHaveLength(2)
    expect(await gc(server, false)).toMatchObject({ runs: { count: 0 } })
  })

  test('keeps the newest run even if it alone is too large', async () => {
    await using server = await testServer(retaining({ bytes: 1 }))
    await greet(server, 'a 1000')
    const newest = await greet(server, 'b 1000')
    await server.deps.warmUp()
    await expect.poll(() => idsOf(server)).toEqual([newest])
  })

  test('must be a whole number', async () => {
    await expect(testServer(retaining({ bytes: '2 GB' }))).rejects.toMatchObject({
      code: 'workspace.invalid',
      message: 'ensemble.json needs "retention.bytes" to be a whole number from 1.',
    })
  })
})

describe('a garbage collection', () => {
  test('deletes values and files that no run uses once they are old enough, and no others', async () => {
    await using server = await testServer(FILES)
    const id = await greet(server, 'a 5000')
    const hash = await server.deps.artifacts.put(new Uint8Array(3000).fill(7))
    await server.deps.journal.bodies.put(new TextEncoder().encode('"a value that no run uses"'))
    expect(await gc(server, false)).toMatchObject({ values: { count: 0 }, files: { count: 0 } })
    await server.ask('GET', `/api/runs/${id}`)
    const path = join(server.root, '.ensemble/artifacts', hash.slice(0, 2), hash)
    const hoursAgo = new Date(Date.now() - 7_200_000)
    for (const name of await filesIn(server))
      await utimes(join(server.root, '.ensemble/artifacts', name), hoursAgo, hoursAgo)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 120_000)
    expect(await gc(server, true)).toMatchObject({ values: { count: 1, bytes: 26 }, files: { count: 1, bytes: 3000 } })
    expect(await gc(server, false)).toMatchObject({ values: { count: 1, bytes: 26 }, files: { count: 1, bytes: 3000 } })
    expect(await filesIn(server)).not.toContain(path)
    expect(await gc(server, true)).toMatchObject({ values: { count: 0 }, files: { count: 0 } })
    expect(await bodyOf(await server.ask('POST', `/api/runs/${id}/replay`, {}))).toMatchObject({ identical: true })
    const [own] = await bodyOf(await server.ask('GET', `/api/runs/${id}/artifacts`))
    expect((await server.ask('GET', `/api/runs/${id}/artifacts/${encodeURIComponent(own.name)}`)).status).toBe(200)
  })

  test('keeps a file that was just made again', async () => {
    await using server = await testServer(FILES)
    const bytes = new Uint8Array(3000).fill(7)
    const hash = await server.deps.artifacts.put(bytes)
    const hoursAgo = new Date(Date.now() - 7_200_000)
    await utimes(join(server.root, '.ensemble/artifacts', hash.slice(0, 2), hash), hoursAgo, hoursAgo)
    await server.deps.artifacts.put(bytes)
    expect(await gc(server, false)).toMatchObject({ files: { count: 0 } })
  })

  test('names older copies of the database and leaves them', async () => {
    await using server = await testServer(FILES)
    const copy = join(server.root, '.ensemble/ensemble.db.v4.backup')
    await writeFile(copy, 'old')
    expect(await gc(server, false)).toMatchObject({ copies: [{ file: '.ensemble/ensemble.db.v4.backup', bytes: 3 }] })
    expect(await readdir(join(server.root, '.ensemble'))).toContain('ensemble.db.v4.backup')
  })
})
