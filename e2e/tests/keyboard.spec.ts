import { isThere, readText } from '../src/files.ts'
import { importRun, makeRun } from '../src/made-run.ts'
import { expect, test } from '../src/test.ts'

test('an Idea is made, given tools, delegated to, renamed, bound, found and run without a pointer', async ({
  editor,
  page,
  server,
}) => {
  const { workspace } = server
  const dialog = page.getByRole('dialog')
  const before = await readText(workspace, 'ensemble.json')

  await editor.press('n')
  await editor.addByName('Critic')
  await expect(editor.idea('Critic')).toBeVisible()
  await editor.press('/')
  await expect(editor.picker()).toBeFocused()
  await page.keyboard.type('judge')
  await editor.press('ArrowDown')
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toHaveText(/Answered by the model/)
  await editor.press('Enter')
  await expect(editor.toolRow('Critic', 'judge')).toHaveAccessibleName(/^latent/)

  // One control for the work: arrows move in it, Enter chooses, Escape leads out of it.
  await editor.press('Shift+M')
  await expect(editor.worker('Model')).toBeFocused()
  await editor.press('ArrowRight')
  await expect(editor.worker('Code')).toBeFocused()
  await editor.press('Enter')
  const activity = editor.inspector().getByRole('combobox', { name: 'Activity' })
  await editor.tabTo(activity)
  await editor.press('End')
  await expect.poll(() => readText(workspace, 'ensemble.json')).toContain('"judge"')
  await editor.press('Escape')

  await editor.press('c')
  await editor.addByName('Composer')
  await expect(editor.delegations().filter({ hasText: 'askComposer delegates to Composer' })).toHaveCount(1)

  await editor.press('F2')
  await editor.nameInPlace().fill('reviewComposer')
  await editor.press('Enter')
  await expect(editor.toolRow('Critic', 'reviewComposer')).toBeVisible()
  await expect.poll(() => readText(workspace, 'ideas/critic.json')).toContain('"reviewComposer"')

  await editor.press('ControlOrMeta+p')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Producer')
  await editor.press('Enter')
  await expect(dialog).toBeHidden()
  await editor.press('ArrowRight')
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText(/Composer|Sound-Designer/)
  await editor.press('Escape')

  for (let step = 0; step < 5; step += 1) await editor.undo()
  await expect(editor.idea('Critic')).toHaveCount(0)
  await expect.poll(() => isThere(workspace, 'ideas/critic.json')).toBe(false)
  await expect.poll(() => readText(workspace, 'ensemble.json')).toBe(before)

  await editor.press('ControlOrMeta+k')
  await expect(dialog).toBeVisible()
  await page.keyboard.type('Run this')
  await editor.press('Enter')
  await expect(editor.runDialog()).toBeVisible()
  await editor.press('ControlOrMeta+Enter')
  await editor.waitForResult()
})

test('every Command is in the palette, with its shortcut', async ({ editor, page }) => {
  await editor.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeVisible()
  // The keys inside a run's timeline aren't Commands.
  const groups = sheet.getByRole('region', { name: /^(Run|Edit|Go|View|Help)$/ })
  const shortcuts = await groups.getByRole('term').allTextContents()
  expect(shortcuts.length).toBeGreaterThan(20)
  await editor.press('Escape')
  await expect(sheet).toBeHidden()
  await editor.press('ControlOrMeta+k')
  const options = page.getByRole('option')
  await expect(options.first()).toBeVisible()
  const wanted = shortcuts.filter((each) => each !== 'Commands…')
  // The first frame lists as many as are seen without scrolling.
  const missing = async (): Promise<readonly string[]> => {
    const listed = (await options.allTextContents()).join('\n')
    return wanted.filter((label) => !listed.includes(label))
  }
  await expect.poll(missing).toEqual([])
})

test('a ring shows where the keyboard is, and none what was clicked', async ({ editor, page }) => {
  const tab = page.getByRole('tab', { name: 'Tree' })
  await tab.click()
  await expect(tab).toBeFocused()
  await expect(tab).toHaveCSS('outline-style', 'none')
  await editor.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Messages' })).toHaveCSS('outline-style', 'solid')
})

test('a dialog that closes gives the keyboard back, one dialog after the other', async ({ editor, page }) => {
  const idea = page.getByRole('navigation', { name: 'Explorer' }).getByRole('button', { name: /^Composer/ })
  const dialog = page.getByRole('dialog')
  await idea.focus()
  await editor.press('?')
  await expect(dialog).toBeVisible()
  await editor.press('Escape')
  await expect(idea).toBeFocused()
  await editor.press('ControlOrMeta+k')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('New Idea')
  await editor.press('Enter')
  await expect(editor.picker()).toBeFocused()
  await editor.press('Escape')
  await expect(idea).toBeFocused()
})

test('an open run is walked through, kept as a case and compared without a pointer', async ({
  editor,
  page,
  server,
}) => {
  for (const seed of [1, 2]) await importRun(server.url, makeRun(`run-${seed}`, seed))
  await page.goto(`${server.url}/#run=run-2`)
  await expect(editor.scrubber()).toBeVisible()
  const spans = page.getByRole('tree')
  await expect(spans).toBeVisible()
  await editor.press('6')
  await expect(page.getByRole('tab', { name: 'Result' })).toBeFocused()
  await editor.press('1')
  await expect(spans).toBeFocused()
  await editor.press('ArrowDown')
  await editor.press('ArrowDown')
  await expect(editor.spanDetail()).toBeVisible()
  await expect(spans).toBeFocused()

  const dialog = page.getByRole('dialog')
  const command = async (name: string): Promise<void> => {
    await editor.press('ControlOrMeta+k')
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(name)
    await editor.press('Enter')
  }
  await command('Keep the open run')
  await expect(page.getByRole('dialog', { name: /case/ })).toBeVisible()
  await editor.press('Escape')
  await expect(dialog).toBeHidden()
  await command('Compare the open run')
  const comparing = page.getByRole('region', { name: 'Compare runs' })
  await expect(comparing).toBeVisible()
  await editor.press('Escape')
  await expect(comparing).toBeHidden()
  await command('Show all runs')
  await expect(page.getByRole('table', { name: 'All runs' })).toBeVisible()
})

test('typing before the palette appears is in it when it comes, and in no dialog after it', async ({
  editor,
  page,
  server,
}) => {
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/soon-*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.reload()
  await editor.openWorkspace(server.url)
  await editor.press('ControlOrMeta+k')
  await page.keyboard.type('simulate this')
  arrive()
  await expect(page.getByRole('combobox')).toHaveValue('simulate this')
  await editor.press('Enter')
  await expect(editor.runDialog().getByRole('textbox', { name: 'Brief' })).toHaveValue(/ballad/)
})
