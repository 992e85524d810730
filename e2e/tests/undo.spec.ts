import { isThere, readText, savedText } from '../src/files.ts'
import { Editor } from '../src/editor.ts'
import { expect, test } from '../src/test.ts'

const notice = (editor: Editor, text: string | RegExp) => editor.page.getByRole('listitem').filter({ hasText: text })
const button = (editor: Editor, name: string) =>
  editor.page.getByRole('button', { name, exact: true }).and(editor.page.locator('.react-flow__panel button'))

test('undo says what it took back, with a way to see it and to do it again', async ({ editor, server }) => {
  await expect(button(editor, 'Undo')).toHaveAttribute('aria-disabled', 'true')
  await expect(button(editor, 'Undo')).toHaveAttribute('title', 'Nothing to undo')
  await editor.deleteIdea('Sound-Designer')
  await expect(button(editor, 'Undo')).toHaveAttribute('title', /^Undo: Deleted Sound-Designer/)
  await editor.undo()
  const undone = notice(editor, 'Undone: Deleted Sound-Designer')
  await expect(undone).toContainText('ideas/sound-designer.json')
  await undone.getByRole('button', { name: 'Show' }).click()
  await expect(editor.breadcrumb('Sound-Designer')).toBeVisible()
  await button(editor, 'Redo').click()
  await expect(notice(editor, 'Redone: Deleted Sound-Designer')).toBeVisible()
  await expect(undone).toBeHidden()
  await expect.poll(() => isThere(server.workspace, 'ideas/sound-designer.json')).toBe(false)
  await notice(editor, 'Redone').getByRole('button', { name: 'Undo' }).click()
  await expect(editor.idea('Sound-Designer')).toBeVisible()
})

test('a notice that offers to undo a deletion goes once the keyboard has undone it', async ({ editor }) => {
  await editor.deleteIdea('Composer')
  const left = notice(editor, 'still refers to it')
  await expect(left).toBeVisible()
  await editor.undo()
  await expect(left).toBeHidden()
  await expect(notice(editor, 'Undone: Deleted Composer')).toBeVisible()
})

test('the history lists each step as a sentence, and Enter goes to one', async ({ editor, page, server }) => {
  const before = await readText(server.workspace, 'ideas/producer.json')
  await editor.renameIdea('Composer', 'songwriter')
  await editor.moveIdea('songwriter', { x: -60, y: 40 })
  await editor.deleteIdea('Sound-Designer')
  await button(editor, 'History').click()
  const list = page.getByRole('dialog', { name: 'History' })
  const rows = list.getByRole('listitem').getByRole('button')
  await expect(rows).toHaveText([
    /^Deleted Sound-Designer/,
    /^Moved songwriter/,
    /^Renamed to songwriter/,
    'Before all these steps',
  ])
  await expect(rows.first()).toBeFocused()
  await expect(rows.first()).toHaveAttribute('aria-current', 'step')
  await editor.press('End')
  await editor.press('Enter')
  await expect.poll(() => readText(server.workspace, 'ideas/producer.json')).toBe(before)
  await expect(rows.last()).toHaveAttribute('aria-current', 'step')
  await editor.press('ArrowUp')
  await editor.press('Enter')
  await expect.poll(() => isThere(server.workspace, 'ideas/songwriter.json')).toBe(true)
  await expect(editor.idea('Sound-Designer')).toBeVisible()
})

test('the code of a new tool is part of its step', async ({ editor, page, server }) => {
  const code = 'activities/countWords.sandbox.js'
  await editor.selectIdea('Composer')
  await editor.press('/')
  await expect(editor.picker()).toBeFocused()
  await page.keyboard.type('countWords')
  await page.getByRole('option', { name: /^Code/ }).click()
  await expect(editor.toolRow('Composer', 'countWords')).toBeVisible()
  await expect.poll(() => isThere(server.workspace, code)).toBe(true)
  const text = await readText(server.workspace, code)
  await expect.poll(() => readText(server.workspace, 'ideas/composer.json')).toContain('countWords')
  await editor.waitUntilSaved()
  await editor.undo()
  await expect.poll(() => isThere(server.workspace, code)).toBe(false)
  await expect(notice(editor, 'Undone: Added Composer › countWords')).toContainText(code)
  await editor.redo()
  await expect.poll(() => readText(server.workspace, 'ideas/composer.json')).toContain('countWords')
  await editor.waitUntilKept()
  await page.reload()
  await expect(editor.toolRow('Composer', 'countWords')).toBeVisible()
  await expect.poll(() => savedText(server.workspace, code)).toBe(text)
  await expect(button(editor, 'Undo')).toHaveAttribute('title', /countWords/)
  await editor.undo()
  await expect.poll(() => isThere(server.workspace, code)).toBe(false)
})

test('code typed in the Activities editor is a step of this page, before the tool that it is for', async ({
  editor,
  page,
  server,
}) => {
  const file = 'activities/addNumbers.sandbox.js'
  const own = 'export default (call) => call.first + call.second'
  await editor.selectIdea('Composer')
  await editor.press('/')
  await expect(editor.picker()).toBeFocused()
  await page.keyboard.type('addNumbers')
  await page.getByRole('option', { name: /^Code/ }).click()
  await expect.poll(() => isThere(server.workspace, file)).toBe(true)
  const stub = await readText(server.workspace, file)
  await page.getByRole('button', { name: 'Open the code' }).first().click()
  await page.getByRole('textbox', { name: 'Code of addNumbers' }).focus()
  await editor.press('ControlOrMeta+a')
  await page.keyboard.insertText(own)
  await expect.poll(() => readText(server.workspace, file)).toBe(own)
  await page
    .getByRole('region', { name: 'Activities', exact: true })
    .getByRole('button', { name: 'Back', exact: true })
    .click()
  await expect(button(editor, 'Undo')).toHaveAttribute('title', /^Undo: Edited addNumbers/)
  await button(editor, 'Undo').click()
  await expect.poll(() => readText(server.workspace, file)).toBe(stub)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await button(editor, 'Undo').click()
  await expect.poll(() => isThere(server.workspace, file)).toBe(false)
  await button(editor, 'Redo').click()
  await button(editor, 'Redo').click()
  await expect.poll(async () => isThere(server.workspace, file) && (await readText(server.workspace, file))).toBe(own)
})

test('a step of another tab is not taken back without asking', async ({ editor, context, server }) => {
  const other = new Editor(await context.newPage())
  await other.openWorkspace(server.url)
  await other.deleteIdea('Sound-Designer')
  await other.waitUntilSaved()
  await other.waitUntilKept()
  await other.page.close()
  await expect(editor.idea('Sound-Designer')).toBeHidden()
  await editor.page.reload()
  await expect(button(editor, 'Undo')).toHaveAttribute('title', /Deleted Sound-Designer/)
  await editor.undo()
  const question = editor.page.getByRole('dialog', { name: 'Undo an older edit?' })
  await expect(question).toContainText('Deleted Sound-Designer')
  await editor.press('Escape')
  await expect(question).toBeHidden()
  expect(isThere(server.workspace, 'ideas/sound-designer.json')).toBe(false)
  await editor.undo()
  await question.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => isThere(server.workspace, 'ideas/sound-designer.json')).toBe(true)
})

test('of two windows of one workspace, each undoes its own steps after a reload', async ({
  editor,
  context,
  server,
}) => {
  await editor.deleteIdea('Sound-Designer')
  await editor.waitUntilSaved()
  await editor.waitUntilKept()
  const other = new Editor(await context.newPage())
  await other.openWorkspace(server.url)
  await other.renameIdea('Composer', 'songwriter')
  await other.waitUntilSaved()
  await other.waitUntilKept(2)
  await expect(editor.idea('songwriter')).toBeVisible()
  for (const { page } of [editor, other]) await page.reload()
  await expect(button(other, 'Undo')).toHaveAttribute('title', /Renamed to songwriter/)
  await expect(button(editor, 'Undo')).toHaveAttribute('title', /Deleted Sound-Designer/)
  await editor.page.bringToFront()
  await editor.undo()
  await expect.poll(() => isThere(server.workspace, 'ideas/sound-designer.json')).toBe(true)
  expect(isThere(server.workspace, 'ideas/songwriter.json')).toBe(true)
  await other.page.close()
})

test('a step of another day is not taken back without asking', async ({ editor, page, server }) => {
  await editor.deleteIdea('Sound-Designer')
  await editor.waitUntilSaved()
  const now = await page.evaluate(() => Date.now())
  await page.clock.setSystemTime(now + 24 * 3600 * 1000)
  await editor.undo()
  const question = page.getByRole('dialog', { name: 'Undo an older edit?' })
  await expect(question).toContainText('This edit is from another day.')
  await question.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => isThere(server.workspace, 'ideas/sound-designer.json')).toBe(true)
})
