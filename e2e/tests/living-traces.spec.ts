import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postJson, settled } from '../src/api.ts'
import { copyOfExample } from '../src/examples.ts'
import { removeFolder, temporaryFolder } from '../src/server.ts'
import { expect, test } from '../src/test.ts'

const IDEA = {
  title: 'Talker',
  context: [
    { type: 'text', text: 'Talk with the person.' },
    {
      type: 'input',
      schema: { type: 'object', properties: { topic: { type: 'string' } } },
      input: { topic: 'the sea' },
    },
  ],
}

test.describe('a workspace of one Idea', () => {
  test.use({
    serverOptions: async ({}, use) => {
      const workspace = await temporaryFolder('talk')
      await mkdir(join(workspace, 'ideas'))
      await writeFile(join(workspace, 'ensemble.json'), JSON.stringify({ version: 1, name: 'talk' }))
      await writeFile(join(workspace, 'ideas/talker.json'), JSON.stringify(IDEA))
      await use({ workspace })
      await removeFolder(workspace)
    },
  })

  test('a reply under a result continues the Run; all turns read as one thread', async ({ editor, page }) => {
    await editor.startRun()
    await editor.waitForResult()
    const reply = page.getByRole('textbox', { name: 'Continue the conversation' })
    await reply.fill('And the hills?')
    await page.getByRole('button', { name: 'Reply' }).click()
    await expect(editor.result()).toContainText('And the hills?')
    await expect(editor.result()).toContainText('the sea')
    await expect(page.getByRole('list', { name: 'Open runs' }).getByRole('listitem')).toHaveCount(2)
  })

  test('the graph is drawn as it was when the open Run was made, until the person asks for the files', async ({
    editor,
    page,
    server,
  }) => {
    const { id } = await postJson<{ id: string }>(`${server.url}/api/runs`, { idea: 'talker' })
    await settled(server.url, id)
    await writeFile(join(server.workspace, 'ideas/talker.json'), JSON.stringify({ ...IDEA, title: 'Listener' }))
    await expect(editor.idea('Listener')).toBeVisible()
    await page
      .getByRole('region', { name: 'Runs' })
      .getByRole('button', { name: /^done the sea/ })
      .click()
    await expect(page.getByText('The graph as this run used it')).toBeVisible()
    await expect(editor.idea('Talker')).toBeVisible()
    await page.getByRole('button', { name: 'Show the current files' }).click()
    await expect(editor.idea('Listener')).toBeVisible()
    expect(await readFile(join(server.workspace, 'ideas/talker.json'), 'utf8')).toContain('Listener')
  })
})

test.describe('Calls of several Runs that wait', () => {
  test.use(copyOfExample('devops'))

  test('name their Runs, those of the open one first; a decision is confirmed where it was made', async ({
    editor,
    page,
    server,
  }) => {
    for (const request of ['restart critical-db', 'restart critical-db now'])
      await postJson(`${server.url}/api/runs`, { idea: 'operator', input: { request } })
    await page.getByRole('button', { name: '2 calls wait for you' }).click()
    const panel = page.getByRole('region', { name: 'Calls that wait for you' })
    const mine = panel.getByRole('list', { name: 'This run' }).getByRole('listitem')
    const others = panel.getByRole('list', { name: 'Other runs' }).getByRole('listitem')
    await expect(mine).toHaveCount(1)
    await expect(others).toContainText(/Operator/)
    await panel.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(panel.getByRole('status')).toContainText('restart_service is approved')
    // The other Run's Call is there to be opened; it does not take the place of the one that was decided.
    await expect(panel).toContainText('Choose a call to decide on it.')
    await others.getByRole('button').click()
    await expect(panel.getByLabel('service')).toHaveValue(/\d/)
    await expect(editor.idea('Operator')).toBeVisible()
  })
})
