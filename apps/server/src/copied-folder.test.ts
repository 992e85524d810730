import { cp, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { RESTARTER_FILES } from './testing/ideas.ts'
import { bodyOf, makeWorkspace, openTestServer } from './testing/test-server.ts'

test('A folder that was copied with its runs continues none of them until a person trusts it once', async () => {
  const root = await makeWorkspace(RESTARTER_FILES)
  const copy = `${root}-copy`
  try {
    const first = await openTestServer(root)
    const input = { service: 'service database' }
    const { id } = await bodyOf(await first.ask('POST', '/api/runs', { idea: 'restarter', input }))
    expect((await (await first.deps.executor()).settled(id)).status).toBe('waiting')
    await first.stop()
    await cp(root, copy, { recursive: true })

    /** How often the Run continued in a folder, after one more start of the server. */
    const continuedIn = async (workspace: string, trusted = false): Promise<number> => {
      const server = await openTestServer(workspace)
      await server.deps.warmUp(trusted)
      await server.stop()
      const after = await openTestServer(workspace)
      const events = await after.deps.journal.read(id)
      await after.stop()
      return events.filter(({ type }) => type === 'run.resumed').length
    }
    expect([await continuedIn(copy), await continuedIn(copy)]).toEqual([0, 0])
    expect([await continuedIn(copy, true), await continuedIn(copy)]).toEqual([1, 2])
    expect(await continuedIn(root)).toBe(1)
  } finally {
    for (const folder of [root, copy]) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
})
