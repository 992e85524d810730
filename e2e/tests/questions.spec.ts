import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ASKING_FILES, asking, askingEndpoint } from '../../apps/server/src/testing/asking-endpoint.ts'
import { Editor } from '../src/editor.ts'
import { removeFolder, startServer, temporaryFolder } from '../src/server.ts'
import { expect, test } from '../src/test.ts'

test('a question of the model shows with a field, survives a reload, and its answer continues the run', async ({
  page,
}) => {
  await using endpoint = await askingEndpoint()
  const workspace = await temporaryFolder('asking')
  for (const [file, text] of Object.entries(ASKING_FILES)) {
    await mkdir(dirname(join(workspace, file)), { recursive: true })
    await writeFile(join(workspace, file), text)
  }
  const server = await startServer({ workspace, env: asking(endpoint) })
  const editor = new Editor(page)
  await editor.openWorkspace(server.url)
  await editor.openRunDialog()
  await editor.submitRunDialog()
  const panel = page.getByRole('region', { name: 'Calls that wait for you' })
  const field = panel.getByLabel('В каком городе?')
  await field.fill('Осл')
  await page.reload()
  await page.getByRole('button', { name: '1 call waits for you' }).click()
  await expect(field).toHaveValue('Осл')
  await field.fill('Осло')
  await field.press('Enter')
  await expect(panel.getByRole('status')).toContainText('Answer sent')
  await panel.getByRole('button', { name: 'Result' }).click()
  await editor.waitForResult()
  await expect(page.getByRole('region', { name: 'Result of the run' })).toContainText('дождь')
  await page.close()
  await server.stop()
  await removeFolder(workspace)
})
