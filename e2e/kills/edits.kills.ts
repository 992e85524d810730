import { expect, test } from '@playwright/test'
import { dirname } from 'node:path'
import { type KillReport, killBrowser, killServer } from '../src/edit-kill.ts'
import { removeFolder, startServer } from '../src/server.ts'

/** How often in all; `ENSEMBLE_KILLS` says otherwise. */
const KILLS = Number(process.env['ENSEMBLE_KILLS'] ?? 50)
const MOST_LOST_MS = 1000

test(`${KILLS} kills of browser or server in the middle of typing lose at most a second`, async () => {
  let server = await startServer()
  const reports: (KillReport & { readonly killed: string })[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const afterMs = 300 + ((kill * 487) % 2200)
    const tag = `k${kill}`
    if (kill % 2 === 0) reports.push({ killed: 'browser', ...(await killBrowser(server, tag, afterMs)) })
    else {
      const outcome = await killServer(server, tag, afterMs)
      server = outcome.server
      reports.push({ killed: 'server', ...outcome.report })
    }
    const last = reports.at(-1)
    console.log(`  ${kill + 1}: ${last?.killed} killed, ${last?.typed} keys typed, lost the last ${last?.lostMs} ms`)
  }
  await server.stop()
  await removeFolder(dirname(server.workspace))
  const most = (killed: string): number =>
    Math.max(0, ...reports.filter((report) => report.killed === killed).map(({ lostMs }) => lostMs))
  console.log(`  browser: at most ${most('browser')} ms; server: at most ${most('server')} ms`)
  expect(Math.max(most('browser'), most('server'))).toBeLessThanOrEqual(MOST_LOST_MS)
})
