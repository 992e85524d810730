import { join } from 'node:path'
import { violations } from '../src/accessibility.ts'
import { readText, writeText } from '../src/files.ts'
import { expect, test } from '../src/test.ts'

const FIXTURES = join(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'mcp', 'fixtures')
const serverOf = (file: string, ...args: readonly string[]) => ({
  command: process.execPath,
  args: [join(FIXTURES, file), ...args],
})

test('an MCP server is named in mcp.json, started, looked at and approved, and gives an Idea a tool', async ({
  editor,
  page,
  server,
}) => {
  const mcpServers = { files: serverOf('honest.mjs'), broken: serverOf('hostile.mjs', 'exitsAtOnce') }
  await writeText(server.workspace, 'mcp.json', JSON.stringify({ mcpServers }))
  const explorer = page.getByRole('region', { name: 'MCP servers' })
  const panel = page.getByRole('complementary', { name: 'Inspector' })
  await explorer.getByRole('button', { name: /^files/ }).click()
  await panel.getByRole('button', { name: 'Start' }).click()
  await expect(panel).toContainText('running')
  await expect(panel).toContainText('Its tools are not approved yet')
  expect(await violations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Approve 7 tools' }).click()
  await expect(panel).toContainText('Its tools are approved')
  await panel.getByLabel('Add add to an Idea').selectOption('composer')
  await expect(editor.toolRow('Composer', 'files__add')).toBeVisible()
  await expect.poll(() => readText(server.workspace, 'ideas/composer.json')).toContain('"const": "files__add"')
  await editor.undo()
  await expect.poll(() => readText(server.workspace, 'ideas/composer.json')).not.toContain('files__add')

  await explorer.getByRole('button', { name: /^broken/ }).click()
  await panel.getByRole('button', { name: 'Start' }).click()
  await expect(panel.getByRole('alert')).toContainText('It wrote: The key sesame-open-0001 is wrong')
})

test('a server that offers nothing asks for no approval, and a long description leaves the tools behind it in sight', async ({
  editor,
  page,
  server,
}) => {
  await expect(editor.idea('Composer')).toBeVisible()
  const mcpServers = { idle: serverOf('hostile.mjs', 'offersNothing'), talker: serverOf('hostile.mjs', 'talks') }
  await writeText(server.workspace, 'mcp.json', JSON.stringify({ mcpServers }))
  const explorer = page.getByRole('region', { name: 'MCP servers' })
  const panel = page.getByRole('complementary', { name: 'Inspector' })
  await explorer.getByRole('button', { name: /^idle/ }).click()
  await panel.getByRole('button', { name: 'Start' }).click()
  await expect(panel).toContainText('It offers no tools.')
  await expect(panel.getByRole('button', { name: /^Approve/ })).toBeHidden()
  await expect(explorer.getByRole('img', { name: /Its tools are not approved/ })).toBeHidden()
  await explorer.getByRole('button', { name: 'Tools: idle' }).click()
  await expect(explorer).toContainText('It offers no tools.')

  await explorer.getByRole('button', { name: /^talker/ }).click()
  await panel.getByRole('button', { name: 'Start' }).click()
  await expect(panel.getByLabel('Add act to an Idea')).toBeInViewport()
  const more = panel.getByRole('button', { name: 'Show the whole text' })
  await more.press('Enter')
  await expect(panel.getByLabel('Add act to an Idea')).not.toBeInViewport()
  await expect(panel.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true')
})

test('a schema of the older dialect, as most MCP servers write it, is judged as any other', async ({ server }) => {
  const parameters = { n: { type: 'number', exclusiveMinimum: 0 } }
  const tool = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: parameters }
  const response = await fetch(`${server.url}/api/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      tool,
      calls: [
        { _tool: 'tool', n: 1 },
        { _tool: 'tool', n: 0 },
      ],
    }),
  })
  const { verdicts } = (await response.json()) as { verdicts: readonly { ok: boolean }[] }
  expect(verdicts.map(({ ok }) => ok)).toEqual([true, false])
})
