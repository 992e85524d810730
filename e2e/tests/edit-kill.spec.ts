import { expect, test } from '@playwright/test'
import { dirname } from 'node:path'
import { killServer } from '../src/edit-kill.ts'
import { removeFolder, startServer } from '../src/server.ts'

// Fifty kills, of the browser too, are `npm run edit-kills`.
test('a server that is killed while somebody types gets all of it when it is back', async () => {
  const { report, server } = await killServer(await startServer(), 'kill', 900)
  await server.stop()
  await removeFolder(dirname(server.workspace))
  expect(report).toMatchObject({ lostMs: 0 })
  expect(report.typed).toBeGreaterThan(0)
})
