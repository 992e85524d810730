import { boxOf } from '../src/gestures.ts'
import { isThere, readText, savedText, writeText } from '../src/files.ts'
import { expect, test } from '../src/test.ts'

test('a moved Idea stays where it was put, in its own file', async ({ editor, server }) => {
  const before = await readText(server.workspace, 'ideas/composer.json')
  await editor.moveIdea('Composer', { x: -60, y: 40 })
  await editor.waitUntilSaved()
  await expect.poll(() => isThere(server.workspace, '.ensemble/layout.json')).toBe(true)
  expect(await readText(server.workspace, 'ideas/composer.json')).toBe(before)
  const [there] = await editor.nodeBoxes()
  await editor.openWorkspace(server.url)
  const [again] = await editor.nodeBoxes()
  expect(Math.abs((again?.width ?? 0) - (there?.width ?? 1))).toBeLessThan(30)
})

test('renaming an Idea renames its file and what refers to it, and one undo takes it back', async ({
  editor,
  server,
}) => {
  await editor.renameIdea('Composer', 'songwriter')
  await expect.poll(() => isThere(server.workspace, 'ideas/songwriter.json')).toBe(true)
  await expect.poll(() => isThere(server.workspace, 'ideas/composer.json')).toBe(false)
  await expect.poll(() => readText(server.workspace, 'ideas/producer.json')).toContain('idea://songwriter')
  await editor.undo()
  await expect.poll(() => isThere(server.workspace, 'ideas/composer.json')).toBe(true)
  await expect.poll(() => isThere(server.workspace, 'ideas/songwriter.json')).toBe(false)
  await expect.poll(() => readText(server.workspace, 'ideas/producer.json')).toContain('idea://composer')
})

test('deleting asks nothing and undoes, byte for byte', async ({ editor, server }) => {
  const before = await readText(server.workspace, 'ideas/sound-designer.json')
  await editor.deleteIdea('Sound-Designer')
  await expect.poll(() => isThere(server.workspace, 'ideas/sound-designer.json')).toBe(false)
  await editor.undo()
  await expect.poll(() => savedText(server.workspace, 'ideas/sound-designer.json')).toBe(before)
})

test('drawing an edge to an Idea makes a Tool with the parameters of its input', async ({ editor, server }) => {
  await expect(editor.delegations()).not.toHaveCount(0)
  const before = await editor.delegations().count()
  await editor.connect('Sound-Designer', 'Producer')
  await expect(editor.delegations()).toHaveCount(before + 1)
  await editor.waitUntilSaved()
  await expect.poll(() => readText(server.workspace, 'ideas/sound-designer.json')).toContain('idea://producer')
  await editor.undo()
  await expect(editor.delegations()).toHaveCount(before)
})

test('an edge is led to another Idea by its end, and what cannot be is refused with the reason at the pointer', async ({
  editor,
  page,
  server,
}) => {
  const before = await readText(server.workspace, 'ideas/producer.json')
  await editor.retarget('Composer', 'Sound-Designer')
  await expect.poll(() => readText(server.workspace, 'ideas/producer.json')).not.toContain('idea://composer')
  await editor.undo()
  await expect.poll(() => readText(server.workspace, 'ideas/producer.json')).toBe(before)
  await editor.retarget('Composer', 'Producer')
  await expect(page.getByRole('alert').filter({ hasText: 'calls itself' })).toBeVisible()
  expect(await readText(server.workspace, 'ideas/producer.json')).toBe(before)
})

test('delegating works from the keyboard alone', async ({ editor }) => {
  await expect(editor.delegations()).not.toHaveCount(0)
  const before = await editor.delegations().count()
  await editor.selectIdea('Sound-Designer')
  await editor.press('c')
  await editor.addByName('Composer')
  await expect(editor.delegations()).toHaveCount(before + 1)
})

test('a renamed field is followed by the Tools that delegate to the Idea, and a deletion says what it leaves dangling', async ({
  editor,
  page,
  server,
}) => {
  const before = await readText(server.workspace, 'ideas/producer.json')
  await editor.selectIdea('Composer')
  const name = editor.inspector().getByRole('group', { name: 'brief', exact: true }).getByRole('textbox').first()
  await name.fill('wish')
  await editor.press('Enter')
  await expect.poll(() => readText(server.workspace, 'ideas/producer.json')).toContain('"wish"')
  await editor.undo()
  await expect.poll(() => readText(server.workspace, 'ideas/producer.json')).toBe(before)

  await editor.deleteIdea('Composer')
  const notice = page.getByRole('listitem').filter({ hasText: 'still refers to it' })
  await expect(notice).toContainText('producer › composeSong')
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(editor.idea('Composer')).toBeVisible()
})

test('words are found and replaced in all prompts and schemas at once, by keyboard, and one undo takes it back', async ({
  editor,
  page,
  server,
}) => {
  const files = ['ideas/producer.json', 'ideas/composer.json'] as const
  const before = await Promise.all(files.map((file) => readText(server.workspace, file)))
  await editor.press('ControlOrMeta+Shift+f')
  const dialog = page.getByRole('dialog', { name: 'Find and replace' })
  await dialog.getByRole('textbox', { name: 'Find' }).fill('song')
  await expect(dialog.getByText(/places in \d+ files/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Replace with' }).fill('tune')
  await editor.press('ControlOrMeta+Enter')
  await expect(dialog.getByText('Nothing found.')).toBeVisible()
  await editor.press('Escape')
  await expect(dialog).toBeHidden()
  for (const file of files) await expect.poll(() => readText(server.workspace, file)).toContain('tune')
  await editor.undo()
  await expect.poll(() => Promise.all(files.map((file) => readText(server.workspace, file)))).toEqual(before)
})

test('undo survives a reload and passes over what another program changed meanwhile', async ({ editor, server }) => {
  const before = await readText(server.workspace, 'ideas/producer.json')
  await editor.selectTool('Producer', 'composeSong')
  await editor.showForm()
  await editor.inspector().getByRole('textbox', { name: 'Description', exact: true }).fill('Ask nobody.')
  await expect.poll(() => readText(server.workspace, 'ideas/producer.json')).toContain('Ask nobody.')
  await editor.waitUntilKept()
  await editor.openWorkspace(server.url)
  const edited = await readText(server.workspace, 'ideas/producer.json')
  await writeText(server.workspace, 'ideas/producer.json', edited.replace('"Producer"', '"Director"'))
  await expect(editor.idea('Director')).toBeVisible()
  await editor.undo()
  await expect
    .poll(() => readText(server.workspace, 'ideas/producer.json'))
    .toBe(before.replace('"Producer"', '"Director"'))
})

test('a description changed in the form is in the file, and comes back with undo', async ({ editor, server }) => {
  await editor.selectTool('Producer', 'composeSong')
  await editor.showForm()
  const description = editor.inspector().getByRole('textbox', { name: 'Description', exact: true })
  await description.fill('Ask the Composer, and no one else.')
  await description.blur()
  await editor.waitUntilSaved()
  await expect
    .poll(() => readText(server.workspace, 'ideas/producer.json'))
    .toContain('Ask the Composer, and no one else.')
})

test('a schema is built by keyboard in the form, and its keys delete nothing on the canvas', async ({
  editor,
  page,
  server,
}) => {
  const form = (region: string) => editor.inspector().getByRole('region', { name: region }).first()
  const names = (region: string) => form(region).getByRole('textbox', { name: 'Name', exact: true })
  const textOf = async (): Promise<string> => readText(server.workspace, 'ideas/critic.json')
  await editor.press('n')
  await editor.addByName('Critic')
  await expect(editor.idea('Critic')).toBeVisible()
  await editor.press('/')
  await expect(editor.picker()).toBeFocused()
  await page.keyboard.type('judge')
  await page.getByRole('option', { name: /^Answered by the model/ }).click()
  await expect(editor.toolRow('Critic', 'judge')).toBeVisible()

  const add = form('Parameters').getByRole('button', { name: 'Add a property' })
  await add.press('Enter')
  await expect(names('Parameters')).toBeFocused()
  await page.keyboard.type('city')
  await editor.press('Enter')
  await expect(names('Parameters')).toHaveValue('city')
  // Enter leads down: below the last row, to the next property.
  await expect(form('Parameters').getByRole('textbox', { name: 'New property' })).toBeFocused()
  await form('Parameters').getByRole('button', { name: 'Remove city' }).press('Enter')
  await expect(add).toBeFocused()
  await editor.press('Backspace')

  await form('Result').getByRole('button', { name: 'Add a property' }).press('Enter')
  await expect(names('Result')).toBeFocused()
  await page.keyboard.type('score')
  await editor.press('Enter')
  await expect.poll(textOf).toContain('"score"')
  expect(await textOf()).toContain('"_output"')
  await expect(editor.toolRow('Critic', 'judge')).toBeVisible()
})

test('a long title is whole in its tooltip, and begins at its own side', async ({ editor, page, server }) => {
  const title = 'מלחין שירים ארוך מאוד שכותב הרבה מאוד שירים על הים ועל הגשם ועל הרוח 123'
  const idea = { title, context: [{ type: 'text', text: 'You write.' }], schema: { type: 'object' } }
  await writeText(server.workspace, 'ideas/long.json', JSON.stringify(idea))
  await expect(editor.idea(title)).toBeVisible()
  const name = editor.idea(title).getByText(title, { exact: true })
  await expect(name).toHaveAttribute('title', `${title} · long`)
  await expect(name).toHaveCSS('direction', 'rtl')
  await editor.goToIdea(title)
  const explorer = page.getByRole('navigation', { name: 'Explorer' })
  await expect(explorer.getByRole('button', { name: title })).toHaveAttribute('title', `${title} · ideas/long.json`)
  await expect(explorer.getByText(title, { exact: true })).toHaveCSS('direction', 'rtl')
  await expect(editor.breadcrumb(title)).toHaveAttribute('title', title)
  await expect(editor.inspector().getByRole('heading', { name: title })).toHaveAttribute('title', title)
})

test('the Messages of an Idea stay in their panel, however long the names of its tools are', async ({
  editor,
  server,
}) => {
  const tool = { ['a'.repeat(64)]: { type: 'object', description: 'Does what its name says.' } }
  const context = [
    { type: 'text', text: 'You write.' },
    { type: 'tool', tool },
  ]
  await writeText(server.workspace, 'ideas/wide.json', JSON.stringify({ title: 'Wide', context }))
  await expect(editor.idea('Wide')).toBeVisible()
  await editor.goToIdea('Wide')
  const panel = await boxOf(editor.inspector())
  for (const part of [editor.inspector().getByText('You write.'), editor.inspector().locator('li code').first()]) {
    const { x, width } = await boxOf(part)
    expect(x + width).toBeLessThanOrEqual(panel.x + panel.width)
  }
})

test('copying takes the selection of the canvas, though the last click was in a field, and says what it took', async ({
  editor,
  page,
}) => {
  await editor.selectIdea('Composer')
  const field = page.getByRole('complementary', { name: 'Inspector' }).getByRole('textbox').first()
  await field.click()
  await field.press('End')
  expect(await editor.copy()).toContain('"composer"')
  await expect(page.getByText('Copied Composer').first()).toBeVisible()
  await field.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
})
