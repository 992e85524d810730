import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createWorkspaceList } from './workspace-list.ts'

const home = async (): Promise<string> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ensemble-list-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
const listIn = (folder: string, now = (): number => 0) =>
  createWorkspaceList({ folder: join(folder, 'list'), copies: join(folder, 'copies'), now })
const made = async (folder: string, name: string): Promise<string> => {
  const root = join(folder, name)
  await mkdir(root, { recursive: true })
  await writeFile(join(root, 'ensemble.json'), '{ "version": 1 }')
  return root
}

test('processes that add workspaces of one name at the same time give each another name', async () => {
  const folder = await home()
  const roots = await Promise.all(Array.from({ length: 20 }, (_, index) => made(folder, `shop-${index}`)))
  const entries = await Promise.all(roots.map((root) => listIn(folder).join(root, 'Shop')))
  expect(new Set(entries.map(({ name }) => name.toLowerCase())).size).toBe(20)
  expect(await listIn(folder).all()).toHaveLength(20)
})

test('a list that begins takes the copies that were made before there was one, once', async () => {
  const folder = await home()
  await made(join(folder, 'copies'), 'music')
  await made(join(folder, 'copies'), '.support.12.partial')
  await mkdir(join(folder, 'copies/empty'))
  const list = listIn(folder)
  expect((await list.all()).map(({ name }) => name)).toEqual(['music'])
  const [music] = await list.all()
  if (music !== undefined) await list.remove(music)
  expect(await listIn(folder).all()).toEqual([])
})

test('the last opened comes first, and a file that isn’t an entry is left out', async () => {
  const folder = await home()
  let now = 1_700_000_000_000
  const list = listIn(folder, () => now)
  const [one, two] = [await made(folder, 'one'), await made(folder, 'two')]
  await list.join(one, 'one')
  now += 600_000
  await list.join(two, 'two')
  const names = async (): Promise<readonly string[]> => (await list.all()).map(({ name }) => name)
  expect(await names()).toEqual(['two', 'one'])
  now += 600_000
  await list.touch(one)
  expect(await names()).toEqual(['one', 'two'])
  await writeFile(join(folder, 'list/broken.json'), '{')
  await writeFile(join(folder, 'list/relative.json'), '{ "name": "relative", "folder": "../x", "openedAt": "" }')
  expect(await names()).toEqual(['one', 'two'])
  expect(await list.find('relative')).toBeUndefined()
  expect(await list.find('../one')).toBeUndefined()
})

test('a name differs from every other one without regard to case, and may change its own case', async () => {
  const folder = await home()
  const list = listIn(folder)
  const one = await list.join(await made(folder, 'one'), 'One')
  await list.join(await made(folder, 'two'), 'two')
  await expect(list.rename(one, 'TWO')).rejects.toMatchObject({ code: 'name.taken' })
  await expect(list.rename(one, 'a/b')).rejects.toMatchObject({ code: 'name.invalid' })
  const again = await list.rename(one, 'oNE')
  expect((await list.find('ONE'))?.name).toBe('oNE')
  await list.rename(again, 'three')
  expect((await readdir(join(folder, 'list'))).toSorted()).toEqual(['three.json', 'two.json'])
})
