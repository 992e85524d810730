import { violations } from '../src/accessibility.ts'
import { expect, test } from '../src/test.ts'

test('a new workspace begins blank, with one Idea', async ({ editor, page, server }) => {
  await page.getByRole('button', { name: 'The workspace music' }).click()
  const menu = page.getByRole('dialog', { name: 'Workspaces' })
  await menu.getByRole('button', { name: 'More about music' }).click()
  await expect(menu).toContainText(server.workspace)
  expect(await violations(page)).toEqual([])
  await menu.getByRole('button', { name: 'New workspace…' }).click()
  await page.getByRole('button', { name: 'Open Blank workspace' }).click()
  await page.waitForURL(`${server.url}/w/blank/`)
  await expect.poll(() => editor.ideaTitles()).toEqual(['Assistant'])
})

test('a template opens from the gallery as a new workspace, and runs there', async ({ editor, page, server }) => {
  await page.getByRole('navigation', { name: 'Explorer' }).getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('button', { name: 'Open Support desk' }).click()
  await page.waitForURL(`${server.url}/w/support/`)
  await expect.poll(() => editor.ideaTitles()).toContain('Support desk')
})

test('a packed workspace comes in by a file, never over what is there', async ({ page, server, editor }) => {
  const packed = await (await fetch(`${server.url}/api/workspace/export`)).arrayBuffer()
  await editor.press('ControlOrMeta+k')
  await page.getByRole('option', { name: 'Import…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  const choose = (name: string, bytes: ArrayBuffer | string): Promise<void> =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes as string) }) // either
  await choose('workspace.zip', packed)
  await expect(dialog.getByRole('status')).toContainText('Nothing new')
  expect(await violations(page)).toEqual([])
  await choose('picture.png', '\u0089PNG\u0000\u0000')
  await expect(dialog.getByRole('alert')).toContainText('Nothing was imported.')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('the graph leaves the page as a picture', async ({ editor, page }) => {
  await editor.press('ControlOrMeta+Shift+e')
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Picture as PNG/ }).click(),
  ])
  expect(picture.suggestedFilename()).toMatch(/\.png$/)
})
