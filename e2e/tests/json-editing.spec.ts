import { readText } from '../src/files.ts'
import { expect, test } from '../src/test.ts'

test('a schema changed as JSON is underlined while it is wrong, and the file in force stays as it was', async ({
  editor,
  page,
  server,
}) => {
  const before = await readText(server.workspace, 'ideas/composer.json')
  await editor.selectIdea('Composer')
  await editor.showJson()
  const text = editor.inspector().getByRole('textbox', { name: /JSON of/ })
  await expect(text).toBeVisible()
  await text.focus()
  await editor.press('ControlOrMeta+Home')
  await page.keyboard.type('{')
  await expect(page.getByRole('contentinfo').getByRole('status')).toHaveText(
    'kept as a draft, the last valid version is in force',
  )
  await expect(page.getByRole('contentinfo')).toContainText(/\d error/)
  await expect(editor.inspector().locator('.squiggly-error').first()).toBeAttached()
  expect(await readText(server.workspace, 'ideas/composer.json')).toBe(before)
  await editor.undo()
  await editor.waitUntilSaved()
  expect(await readText(server.workspace, 'ideas/composer.json')).toBe(before)
})
