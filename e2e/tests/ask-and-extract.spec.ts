import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from '../src/accessibility.ts'
import { SHORT_SONG } from '../src/songs.ts'
import { expect, test } from '../src/test.ts'

test('a recorded request is asked again three times, and a recorded module becomes an Idea with its first case', async ({
  editor,
  page,
}) => {
  await editor.startRun('a thunder storm sound effect')
  await editor.waitForResult()
  await editor.selectSpan('request 1')
  await editor.spanDetail().getByRole('button', { name: 'Ask this request again' }).click()
  const again = page.getByRole('region', { name: 'Ask again' })
  await again.getByRole('button', { name: 'Ask 3 times' }).click()
  await expect(again.getByRole('status').filter({ hasText: 'All 3 answers are the same.' })).toBeVisible({
    timeout: 60_000,
  })
  await expect(again.getByRole('article', { name: 'Answer 3' })).toContainText('same as recorded')
  expect(await violations(page)).toEqual([])
  await editor.press('Escape')

  await editor.selectSpan('designAmbience')
  await editor.spanDetail().getByRole('button', { name: 'Extract as an Idea' }).click()
  const dialog = page.getByRole('dialog', { name: 'Extract as an Idea' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Storm')
  await dialog.getByRole('button', { name: 'Extract' }).click()
  await expect(editor.idea('Storm')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('navigation', { name: 'Explorer' }).getByRole('button', { name: 'Cases' }).click()
  const cases = page.getByRole('region', { name: 'Cases' })
  await expect(cases.getByRole('rowheader', { name: 'passed Storm' })).toBeVisible({ timeout: 60_000 })
  expect(await violations(page)).toEqual([])
})

test('calls of a run are chosen together and lifted into a new Idea, which is one step of undo', async ({
  editor,
  page,
  server,
}) => {
  const composer = join(server.workspace, 'ideas', 'composer.json')
  const tune = join(server.workspace, 'ideas', 'ballad-tune.json')
  const before = await readFile(composer, 'utf8')
  await editor.startRun(SHORT_SONG)
  await editor.waitForResult()
  await editor.showTab('Timeline')
  await page.getByRole('searchbox', { name: 'Search spans' }).fill('write')
  await expect(editor.span('planForm')).toBeHidden()
  await editor.span('writeHarmony').click()
  await expect(editor.span('writeHarmony')).toHaveAttribute('aria-selected', 'true')
  await editor.span('writeMelody').click({ modifiers: ['ControlOrMeta'] })
  const chosen = page.getByRole('toolbar', { name: 'Chosen calls' })
  await expect(chosen.getByRole('status')).toHaveText('2 calls chosen')
  await page.getByRole('tree').first().focus()
  await page.keyboard.press('Shift+L')
  const dialog = page.getByRole('dialog', { name: 'Lift into a new Idea' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Write Harmony And Write Melody')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Composer')
  await expect(dialog.getByText('An Idea named composer already exists.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ballad tune')
  const plan = dialog.getByRole('region', { name: 'What will be written' })
  await expect(plan).toContainText('ideas/ballad-tune.json with writeHarmony, writeMelody')
  await expect(plan).toContainText('balladTune replaces writeHarmony, writeMelody')
  await expect(plan).toContainText('†state.harmony, †state.notation')
  await expect(plan.getByRole('row', { name: /brief/ })).toContainText(SHORT_SONG)
  expect(await violations(page)).toEqual([])
  expect(await readFile(composer, 'utf8')).toBe(before)
  await dialog.getByRole('button', { name: 'Lift' }).click()
  await expect(editor.idea('Ballad tune')).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(() => readFile(composer, 'utf8'))
    .toContain('†state.harmony <- writeHarmony && †state.notation <- writeMelody')

  // The open run still shows the Ideas as they were when it was made: the files tell.
  const isThere = () =>
    access(tune).then(
      () => true,
      () => false,
    )
  await editor.press('ControlOrMeta+Z')
  await expect.poll(() => readFile(composer, 'utf8')).toBe(before)
  await expect.poll(isThere).toBe(false)
  await editor.press('ControlOrMeta+Shift+Z')
  await expect.poll(isThere).toBe(true)
  await page.getByRole('navigation', { name: 'Explorer' }).getByRole('button', { name: 'Cases' }).click()
  const cases = page.getByRole('region', { name: 'Cases' })
  await expect(cases.getByRole('rowheader', { name: 'passed Ballad tune' })).toBeVisible({ timeout: 60_000 })
})

test('calls of different parents are refused in one sentence', async ({ editor, page }) => {
  await editor.startRun('a thunder storm sound effect')
  await editor.waitForResult()
  await editor.selectSpan('designAmbience')
  await page.getByRole('searchbox', { name: 'Search spans' }).fill('')
  await editor.span('renderAmbience').click({ modifiers: ['ControlOrMeta'] })
  await page
    .getByRole('toolbar', { name: 'Chosen calls' })
    .getByRole('button', { name: 'Lift into a new Idea…' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Lift into a new Idea' })
  await expect(dialog.getByRole('alert')).toHaveText(
    'The Calls have different parents: only Calls that one Loop made can become one Idea.',
  )
  await expect(dialog.getByRole('button', { name: 'Lift' })).toBeDisabled()
})
