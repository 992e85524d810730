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

test('a packed workspace and files of another program come in by a file, never over what is there', async ({
  page,
  server,
  editor,
}) => {
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
  // Files of another program: what they become is shown first, and one undo removes it again.
  const crew = {
    'agents.yaml': 'scout:\n  role: Scout\n  goal: Find <b>places</b>\n  backstory: None\n  memory: true\n',
    'tasks.yaml': 'find_places:\n  description: Find places in {city}.\n  expected_output: A list\n  agent: scout\n',
  }
  const files = Object.entries(crew).map(([name, text]) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  }))
  await dialog.locator('input[type=file]').setInputFiles(files)
  const preview = page.getByRole('dialog', { name: 'Import from CrewAI' })
  await expect(preview).toContainText('ideas/find_places.json')
  await expect(preview.getByRole('region', { name: '1 part didn’t map' })).toContainText('agents.yaml#/scout/memory')
  expect(await violations(page)).toEqual([])
  await preview.getByRole('button', { name: 'Add 2 files' }).click()
  await expect.poll(() => editor.ideaTitles()).toContain('Find places')
  await editor.press('ControlOrMeta+z')
  await expect.poll(() => editor.ideaTitles()).not.toContain('Find places')
})

test('the graph leaves the page as a picture, and an Idea as code with its report', async ({ editor, page }) => {
  await editor.press('ControlOrMeta+Shift+e')
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Picture as PNG/ }).click(),
  ])
  expect(picture.suggestedFilename()).toMatch(/\.png$/)

  await expect(page.getByRole('dialog')).toHaveCount(0)
  await editor.press('ControlOrMeta+Shift+e')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('button', { name: /^AI SDK code/ }).click()
  await expect(dialog.getByRole('group', { name: 'producer.ts' })).toContainText('new ToolLoopAgent(')
  await expect(dialog.getByRole('region', { name: /no counterpart there$/ })).toContainText('ideas/producer.json')
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Program').selectOption({ label: 'MCP server entry' })
  await expect(dialog.getByRole('group', { name: 'producer.mcp.json' })).toContainText('"mcpServers"')
  const [entry] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download producer.mcp.json' }).click(),
  ])
  expect(entry.suggestedFilename()).toBe('producer.mcp.json')
})
