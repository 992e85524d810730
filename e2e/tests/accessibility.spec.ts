import { violationsInBothThemes } from '../src/accessibility.ts'
import { SHORT_SONG } from '../src/songs.ts'
import { expect, test } from '../src/test.ts'

test('the window is accessible before, in and after a run', async ({ editor, page }) => {
  expect(await violationsInBothThemes(page)).toEqual([])
  const dialog = await editor.openRunDialog()
  expect(await violationsInBothThemes(page)).toEqual([])
  await dialog.getByRole('textbox', { name: /Brief/ }).fill(SHORT_SONG)
  await editor.submitRunDialog()
  await editor.waitForResult()
  expect(await violationsInBothThemes(page)).toEqual([])
  await editor.showTab('Timeline')
  expect(await violationsInBothThemes(page)).toEqual([])
  await editor.selectTool('Composer', 'writeMelody')
  expect(await violationsInBothThemes(page)).toEqual([])
})

test('the forms and what opens over them are accessible', async ({ editor, page }) => {
  await editor.selectTool('Composer', 'designLead')
  await editor.showForm()
  await expect(editor.inspector().getByRole('list', { name: 'Messages of the caller' })).toBeVisible()
  expect(await violationsInBothThemes(page)).toEqual([])
  await editor.selectIdea('Composer')
  for (const part of ['More model settings', 'Limits'])
    await editor.inspector().getByText(part, { exact: true }).click()
  await editor.inspector().getByRole('button', { name: 'Write it part by part' }).first().click()
  expect(await violationsInBothThemes(page)).toEqual([])
  await editor.press('Escape')
  await editor.press('ControlOrMeta+Shift+f')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Find' }).fill('song')
  await expect(page.getByRole('dialog').getByText(/places in/)).toBeVisible()
  expect(await violationsInBothThemes(page)).toEqual([])
  await editor.press('Escape')
  await editor.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(await violationsInBothThemes(page)).toEqual([])
})
