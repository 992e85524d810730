import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { Editor } from '../src/editor.ts'
import { Hand } from '../src/hand.ts'
import { removeFolder, startServer, temporaryFolder } from '../src/server.ts'
import { expect, test } from '../src/test.ts'
import { buildThreeModules } from '../src/three-modules.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SIZE = { width: 1152, height: 720 }
const REST_MS = 250
/** A person's pace, also for the simulated model. */
const PACE = { ENSEMBLE_SIMULATED_PACE: '1' }

test.use({ viewport: SIZE })

test('the building of three modules, from the blank template to a Run that waits for a person', async ({ page }) => {
  const folder = await temporaryFolder('blank')
  const workspace = join(folder, 'blank')
  await cp(join(ROOT, 'examples', 'blank'), workspace, { recursive: true })
  const server = await startServer({ workspace, env: PACE })
  const editor = new Editor(page)
  const hand = new Hand(page, { restMs: REST_MS })
  await editor.openWorkspace(server.url)

  // Playwright's own ffmpeg writes it.
  await page.screencast.start({
    path: join(ROOT, 'docs', 'media', 'building.webm'),
    size: { width: 864, height: 540 },
    fps: 6,
  })
  await page.screencast.showActions({ style: { title: 'display: none' } })
  await page.waitForTimeout(2 * REST_MS)
  await buildThreeModules(page, editor, hand, workspace)
  await page.waitForTimeout(4 * REST_MS)
  await page.screencast.stop()
  console.log(`${hand.actions.length} pointer actions`)
  expect(hand.actions.length).toBeLessThanOrEqual(12)
  await page.close()
  await server.stop()
  await removeFolder(folder)
})
