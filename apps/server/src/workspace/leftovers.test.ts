import { mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { expect, test } from 'vitest'
import { TALKER } from '../testing/ideas.ts'
import { makeWorkspace, openTestServer } from '../testing/test-server.ts'
import { prepareWrite } from './atomic-write.ts'

const temporariesIn = async (root: string): Promise<readonly string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter(({ name }) => name.endsWith('.tmp'))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'))
    .toSorted()

test('What a crash left of writes that it cut short is taken away at the next start, and nothing else', async () => {
  const root = await makeWorkspace({ 'ideas/talker.json': TALKER })
  const elsewhere = await makeWorkspace({})
  try {
    const cut = ['ensemble.json', 'ideas/talker.json', '.ensemble/drafts/ideas/a.json', '.ensemble/artifacts/ab/abcd']
    for (const file of cut) await prepareWrite(join(root, file), 'half')
    await prepareWrite(join(elsewhere, 'a.json'), 'half')
    await symlink(elsewhere, join(root, 'tools'))
    await mkdir(join(root, 'notes'))
    const others = ['ideas/.talker.json.tmp', 'ideas/talker.json.0.tmp', 'notes/.x.tmp']
    for (const file of others) await writeFile(join(root, file), 'of another program')
    expect(await temporariesIn(root)).toHaveLength(cut.length + others.length)

    await using server = await openTestServer(root)
    expect((await server.ask('GET', '/api/ideas')).status).toBe(200)
    expect(await temporariesIn(root)).toEqual(others)
    expect(await temporariesIn(elsewhere)).toHaveLength(1)
    expect(JSON.parse(await readFile(join(root, 'ideas/talker.json'), 'utf8'))).toEqual(TALKER)
  } finally {
    await rm(root, { recursive: true, force: true })
    await rm(elsewhere, { recursive: true, force: true })
  }
})
