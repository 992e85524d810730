import { readText, writeText } from '../src/files.ts'
import { expect, test } from '../src/test.ts'

test('a schema changed as JSON is underlined while it is wrong, and the saved file stays unchanged', async ({
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
    'saved as a draft, runs use the last valid version',
  )
  await expect(page.getByRole('contentinfo')).toContainText(/\d error/)
  await expect(editor.inspector().locator('.squiggly-error').first()).toBeAttached()
  expect(await readText(server.workspace, 'ideas/composer.json')).toBe(before)
  await editor.undo()
  await editor.waitUntilSaved()
  expect(await readText(server.workspace, 'ideas/composer.json')).toBe(before)
})

test('one click formats a JSON text, as one step of undo', async ({ editor, page, server }) => {
  const file = 'ideas/composer.json'
  const neat = await readText(server.workspace, file)
  await editor.selectIdea('Composer')
  await editor.showJson()
  const text = editor.inspector().getByRole('textbox', { name: /JSON of/ })
  await text.focus()
  await editor.press('ControlOrMeta+Home')
  await editor.press('ArrowRight')
  await page.keyboard.type('      ')
  const messy = `{      ${neat.slice(1)}`
  await expect.poll(() => readText(server.workspace, file)).toBe(messy)
  await editor
    .inspector()
    .getByRole('button', { name: /^Format the text/ })
    .click()
  await expect.poll(() => readText(server.workspace, file)).toBe(neat)
  await editor.undo()
  await expect.poll(() => readText(server.workspace, file)).toBe(messy)
})

test('a file that another program changes while its schema is edited asks in the schema editor which version to keep', async ({
  editor,
  page,
  server,
  silence,
}) => {
  silence.expectNoise(/status of 412/)
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/**', async (route) => {
    if (['PUT', 'POST', 'DELETE'].includes(route.request().method())) await released
    await route.continue()
  })
  await editor.openSchema('Composer', 'planForm')
  await editor.schema.goTo('description')
  await editor.press('End')
  await editor.press('ArrowLeft')
  await editor.press('ArrowLeft')
  await page.keyboard.type(' Mine.')
  const file = 'tools/planForm.json'
  const before = await readText(server.workspace, file)
  const { description } = JSON.parse(before)
  await writeText(
    server.workspace,
    file,
    before.replace(description, 'Theirs.').replace('"minLength": 1', '"minLength": 2'),
  )
  release()
  const banner = editor.schema.region().getByRole('alert')
  await expect(banner).toContainText('changed on disk')
  await expect(editor.schema.region().getByRole('status').first()).toHaveText('Not saved: the file changed on disk')
  await banner.getByRole('button', { name: 'See the difference' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toHaveText(/^Difference 1 of \d+$/)
  await dialog.getByRole('button', { name: 'Next difference' }).click()
  await expect(dialog.getByRole('status')).toHaveText(/^Difference 2 of \d+$/)
  await page.keyboard.press('Escape')
  await banner.getByRole('button', { name: 'Keep mine' }).click()
  await expect(banner).toBeHidden()
  await editor.waitUntilSaved()
  expect(await readText(server.workspace, file)).toContain(' Mine.')
})
