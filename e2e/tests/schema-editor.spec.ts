import { violationsInBothThemes } from '../src/accessibility.ts'
import type { Editor } from '../src/editor.ts'
import { readText, writeText } from '../src/files.ts'
import type { RunningServer } from '../src/server.ts'
import { SHORT_SONG } from '../src/songs.ts'
import { expect, test } from '../src/test.ts'

const TOOL = 'tools/planForm.json'

/** Opens the schema that most of these tests edit, and gives its file's text as it was. */
const openPlanForm = async (editor: Editor, { workspace }: RunningServer): Promise<string> => {
  const before = await readText(workspace, TOOL)
  await editor.openSchema('Composer', 'planForm')
  return before
}

test('a Tool is edited by keyboard alone: opened, mistyped, explained, fixed, undone and left', async ({
  editor,
  page,
  server,
}) => {
  const before = await readText(server.workspace, TOOL)
  await editor.selectTool('Composer', 'planForm')
  await editor.press('e')
  await expect(editor.schema.text()).toBeFocused()
  await editor.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await editor.press('Escape')
  await expect(editor.schema.text()).toBeFocused()
  await editor.press('ControlOrMeta+Home')
  await editor.press('End')
  await page.keyboard.type('x')
  await expect(editor.schema.region().locator('.squiggly-error').first()).toBeAttached()
  await expect(editor.schema.region()).toContainText('uns use the last valid version')
  expect(await readText(server.workspace, TOOL)).toBe(before)
  await editor.undo()
  await expect(editor.schema.region()).toContainText(/Saved(?! as a draft| with)/)
  // Valid values are offered, with quotes and colon.
  await page.keyboard.type('\n"$comm')
  await page.getByRole('option', { name: /^\$comment/ }).waitFor()
  await editor.press('Enter')
  await expect(editor.schema.lines()).toContainText(/"\$comment":.""/)
  // Slow keys are their own steps.
  await expect(async () => {
    await editor.undo()
    await expect(editor.schema.lines()).not.toContainText('$comm', { timeout: 300 })
    await expect(page.getByRole('contentinfo').getByRole('status')).toHaveText('saved', { timeout: 3000 })
    expect(await readText(server.workspace, TOOL)).toBe(before)
  }).toPass()
  // Out of the text, where Tab indents, Escape leads to what follows it.
  const next = editor.schema.property('_outputPath').getByRole('textbox', { name: 'Name' })
  await expect(async () => {
    // Another Escape would leave the editor.
    if (await editor.schema.text().evaluate((text) => text === document.activeElement)) await editor.press('Escape')
    await expect(next).toBeFocused({ timeout: 300 })
  }).toPass()
  await editor.tabTo(editor.schema.region().getByRole('tab', { name: 'Model sees' }))
  await editor.press('ArrowRight')
  await expect(editor.schema.region().getByRole('tab', { name: 'Strict changes' })).toBeFocused()
  await editor.press('Escape')
  await expect(editor.schema.region()).toBeHidden()
  await expect(editor.toolRow('Composer', 'planForm')).toBeFocused()
})

test('a stray bracket stays a draft: after a reload the whole text is there, the saved version is named, and one click restores it', async ({
  editor,
  page,
  server,
}) => {
  const before = await openPlanForm(editor, server)
  await editor.press('ControlOrMeta+Home')
  await editor.press('End')
  await page.keyboard.type('}')
  await expect(editor.schema.region()).toContainText('uns use the last valid version')
  await editor.waitUntilKept()
  await page.reload()
  await expect(editor.schema.text()).toBeVisible()
  await expect(editor.schema.lines()).toContainText(/"properties":/)
  await expect(editor.schema.region()).toContainText('1 problem')
  await expect(editor.schema.region().locator('.squiggly-error').first()).toBeAttached()
  await expect(page.getByRole('contentinfo').getByRole('status')).toHaveText(/saved as a draft/)
  await page.getByRole('button', { name: 'Back to the graph' }).click()
  const dialog = await editor.openRunDialog()
  await expect(dialog).toContainText(`${TOOL} is kept as a draft, with errors. This run uses its last valid version.`)
  await editor.press('Escape')
  await editor.openSchema('Composer', 'planForm')
  await editor.schema.region().getByRole('button', { name: 'Back to the last valid version' }).click()
  await expect(editor.schema.region()).toContainText(/Saved(?! as a draft| with)/)
  expect(await readText(server.workspace, TOOL)).toBe(before)
})

test('a page opened from the editor covers it, and the editor is back when that is closed', async ({
  editor,
  page,
  server,
}) => {
  await openPlanForm(editor, server)
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('region', { name: 'Settings', exact: true })
  await settings.getByLabel('Language', { exact: true }).click({ trial: true })
  await expect(editor.schema.region()).toBeHidden()
  await editor.press('Escape')
  await expect(settings).toBeHidden()
  await expect(editor.schema.text()).toBeVisible()
  await page.goBack()
  await expect(settings).toBeVisible()
  await expect(editor.schema.region()).toBeHidden()
  await page.goForward()
  await expect(editor.schema.text()).toBeVisible()
  await page.close()
})

test('the text turns dark and light with the page', async ({ editor, page }) => {
  await editor.openSchema('Composer', 'planForm')
  const background = (): Promise<string> =>
    page
      .locator('.monaco-editor-background')
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(background).not.toBe(light)
  await page.getByRole('button', { name: 'Switch light and dark' }).click()
  await expect.poll(background).toBe(light)
})

test('text and table are one: a property is renamed, required, constrained and moved, and every other byte stays', async ({
  editor,
  page,
  server,
}) => {
  const before = await openPlanForm(editor, server)
  const name = editor.schema.property('brief').getByRole('textbox', { name: 'Name' })
  await name.fill('request')
  await name.press('Enter')
  const renamed = before.replace('"brief": {', '"request": {').replace('"brief"', '"request"')
  await expect.poll(() => readText(server.workspace, TOOL)).toBe(renamed)
  await editor.schema.property('request').getByRole('checkbox', { name: 'request is required' }).uncheck()
  await editor.schema.property('request').getByRole('button', { name: 'Constraints of request' }).first().click()
  await editor.schema.property('request').getByRole('textbox', { name: 'maxLength request' }).fill('100')
  await expect.poll(() => readText(server.workspace, TOOL)).toContain('"maxLength": 100')
  await editor.schema.property('request').getByRole('textbox', { name: 'Name' }).press('Alt+ArrowUp')
  await expect.poll(() => readText(server.workspace, TOOL)).toMatch(/"request"[\s\S]*"_outputPath"/)
  await expect(editor.schema.lines()).toContainText(/"maxLength":.100/)
  for (let step = 0; step < 4; step += 1) await editor.undo()
  await expect.poll(() => readText(server.workspace, TOOL)).toBe(before)
  await page.getByRole('button', { name: 'Back to the graph' }).click()
  await expect(editor.schema.region()).toBeHidden()
})

test('the tab of both ways says what it needs before a Call is recorded', async ({ editor }) => {
  await editor.openSchema('Composer', 'writeTitle')
  const trial = await editor.schema.showTab('Both ways')
  await expect(trial).toContainText('No recorded calls yet.')
  await expect(trial.getByRole('button', { name: 'Run both ways' })).toBeDisabled()
})

test('a Tool is tried, run alone and traced, and an edit tells which recorded Calls it breaks', async ({
  editor,
  page,
}) => {
  await editor.openSchema('Composer', 'writeTitle')
  const trial = await editor.schema.showTab('Try it')
  await trial.getByRole('button', { name: 'Sample 1' }).click()
  await expect(trial).toContainText('A run would accept this Call.')
  await trial.getByRole('textbox', { name: 'brief' }).fill('a waltz about tea')
  await trial.getByRole('button', { name: 'Run this Tool alone' }).click()
  await expect(trial.getByRole('region', { name: 'Result' })).toContainText('Completed')
  await trial.getByRole('textbox', { name: 'brief' }).fill('')
  await expect(trial).toContainText('A run would refuse this Call')
  await expect(trial).toContainText('arguments.invalid')

  // From now on a brief has at most five characters.
  await editor.schema.property('brief').getByRole('button', { name: 'Constraints of brief' }).first().click()
  await editor.schema.property('brief').getByRole('textbox', { name: 'maxLength brief' }).fill('5')
  await editor.schema.showTab('Try it')
  await trial.getByRole('textbox', { name: 'brief' }).fill('a waltz about tea')
  await expect(trial).toContainText('A run would refuse this Call')
  const sees = await editor.schema.showTab('Model sees')
  await expect(sees.getByRole('region', { name: 'Composed schema' }).last()).toContainText('"maxLength": 5')
  await expect(sees).toContainText('These are the bytes that a run sends')
  await sees.getByRole('checkbox', { name: 'Strict' }).click()
  await expect(sees).toContainText('Composed as chosen here')
  const strict = await editor.schema.showTab('Strict changes')
  await expect(strict).toContainText('maxLength moves to the description')
  const history = await editor.schema.showTab('History')
  await expect(history).toContainText('"maxLength"')
  await editor.schema.showTab('Try it')
  await trial.getByRole('button', { name: 'Open its trace' }).click()
  await expect(editor.schema.region()).toBeHidden()
  await expect(editor.spanDetail()).toContainText('writeTitle')
  await expect(page.getByRole('treeitem').first()).toBeVisible()
})

test('in the text, F2 renames a property with its uses and F12 leads to the Idea behind a Module', async ({
  editor,
  page,
  server,
}) => {
  const before = await openPlanForm(editor, server)
  await editor.schema.goTo('"brief"')
  await editor.press('F2')
  const name = page.locator('.rename-input')
  await expect(name).toHaveValue('brief')
  // It is there a moment before it has the focus.
  await expect(name).toBeFocused()
  await name.fill('request')
  await editor.press('Enter')
  const renamed = before.replace('"brief": {', '"request": {').replace('"brief"', '"request"')
  await expect.poll(() => readText(server.workspace, TOOL)).toBe(renamed)
  await editor.undo()
  await expect.poll(() => readText(server.workspace, TOOL)).toBe(before)
  await page.getByRole('button', { name: 'Back to the graph' }).click()

  await editor.openSchema('Producer', 'composeSong')
  await editor.schema.goTo('idea://composer')
  await editor.press('F12')
  await expect(editor.schema.region()).toBeHidden()
  await expect(editor.inspector()).toContainText('ideas/composer.json')
})

test('an edit tells which Calls of earlier runs it would refuse, each one click away', async ({ editor, page }) => {
  await editor.selectIdea('Composer')
  await editor.startRun(SHORT_SONG)
  await editor.waitForResult()
  // By its address: the canvas shows only names in the room that a result leaves.
  await page.evaluate(() => (location.hash = 'edit=composer/tool/writeTitle'))
  const history = await editor.schema.showTab('History')
  await expect(history).toContainText('1 recorded Call is still valid.')
  await editor.schema.property('seed').getByRole('checkbox', { name: 'seed is required' }).check()
  await expect(history).toContainText('1 recorded Call is no longer valid:')
  await expect(editor.schema.region().getByRole('button', { name: 'Breaks 1 of 1 recorded Calls' })).toBeVisible()
  // The form says so too, and leads here.
  await editor.schema.showTab('Readiness')
  await page.getByRole('button', { name: 'Back to the graph' }).click()
  await page.evaluate(() => (location.hash = 'node=idea:composer&tool=writeTitle'))
  await editor.inspector().getByRole('button', { name: 'Breaks 1 of 1 recorded Calls' }).click({ timeout: 30_000 })
  await history.getByTitle('See the Call in its run').click()
  await expect(editor.schema.region()).toBeHidden()
  await expect(editor.spanDetail()).toContainText('writeTitle')
})

test('tools of another format are imported with what did not map, in one step of undo', async ({
  editor,
  page,
  server,
}) => {
  await editor.openSchema('Composer', 'planForm')
  await editor.schema.region().getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import tools' })
  const text = dialog.getByRole('textbox', { name: 'Text' })
  // A person must say the meaning of JSON in no known format.
  await text.fill('[{ "name": "researcher", "prompt": "You research." }]')
  await expect(dialog).toContainText('Ensemble does not guess what its values mean')
  await expect(dialog.getByRole('button', { name: /^Add / })).toBeDisabled()
  await dialog.getByLabel('Format').selectOption('example')
  await expect(dialog.getByRole('button', { name: 'Add 1 tool' })).toBeEnabled()
  await dialog.getByLabel('Format').selectOption('')
  await text.fill('{ "nodes": [{ "type": "customNode", "data": { "baseClasses": [] } }] }')
  await expect(dialog).toContainText('This is a Flowise flow, not a list of Tools.')
  await text.fill('curl https://api.example.com/songs -d \'{ "title": "Sea", "tempo": 90 }\'')
  await expect(dialog).toContainText('title: string!, tempo: integer!')
  await text.fill(
    '{ "tools": [{ "name": "find_rhyme", "inputSchema": { "type": "object" } }, { "name": "b c", "inputSchema": {} }] }',
  )
  await expect(dialog).toContainText('found: MCP tool list')
  await expect(dialog.getByRole('region', { name: 'Parts that did not map' })).toContainText('"b c" became b_c')
  await dialog.getByRole('button', { name: 'Add 2 tools' }).click()
  await expect(editor.schema.lines()).toContainText(/"type":."object"/)
  await expect.poll(() => readText(server.workspace, 'ideas/composer.json')).toContain('find_rhyme')
  await editor.undo()
  await expect(editor.schema.region()).toContainText('was renamed or deleted')
})

test('the schema editor is accessible, tab by tab', async ({ editor, page }) => {
  await editor.openSchema('Composer', 'writeMelody')
  for (const tab of ['Model sees', 'Try it', 'History', 'Readiness']) {
    await editor.schema.showTab(tab)
    await expect(editor.schema.region().getByRole('tabpanel')).not.toBeEmpty()
    expect(await violationsInBothThemes(page), tab).toEqual([])
  }
})

test('a hostile schema, wide, deep, cyclic and with a catastrophic pattern, leaves the page usable', async ({
  editor,
  page,
  server,
}) => {
  const names = Array.from({ length: 3000 }, (_, index) => `p${index}`)
  let deep: object = { type: 'string' }
  for (let level = 0; level < 150; level += 1) deep = { type: 'object', properties: { in: deep } }
  const tool = {
    type: 'object',
    description: 'Takes everything at once and never gives anything back.',
    properties: {
      pattern: { type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(40)}!` },
      cyclic: { $ref: '#' },
      deep,
      ...Object.fromEntries(names.map((name) => [name, { type: 'string', enum: ['a', 'b'] }])),
    },
  }
  const idea = { description: 'Hostile.', context: [{ type: 'tool', tool: { hostile: tool } }] }
  await writeText(server.workspace, 'ideas/hostile.json', JSON.stringify(idea, null, 1))
  await editor.goToIdea('hostile')
  await editor.selectTool('hostile', 'hostile')
  await editor.press('e')
  await expect(editor.schema.text()).toBeFocused()
  await expect(editor.schema.property('pattern')).toBeVisible()
  await expect(editor.schema.region()).toContainText(/of 800 subschemas/)
  await editor.press('ControlOrMeta+Home')
  await editor.press('End')
  await page.keyboard.type('x')
  await expect(editor.schema.region()).toContainText('uns use the last valid version')
  await editor.undo()
  for (const tab of ['Strict changes', 'Try it', 'Types', 'Model sees']) await editor.schema.showTab(tab)
  await page.getByRole('button', { name: 'Back to the graph' }).click()
  await expect(editor.schema.region()).toBeHidden()
})
