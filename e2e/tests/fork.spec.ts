import { postJson, settled } from '../src/api.ts'
import { copyOfExample } from '../src/examples.ts'
import { readText } from '../src/files.ts'
import { SHORT_SONG } from '../src/songs.ts'
import { expect, test } from '../src/test.ts'

test('a run is forked at the instant the scrubber shows: what was complete is kept, the rest runs again', async ({
  editor,
  page,
}) => {
  await editor.startRun(SHORT_SONG)
  await editor.waitForResult()
  const fork = page.getByRole('button', { name: 'Fork here' })
  await expect(fork).toBeDisabled()
  await editor.scrubTo(0.3)
  await fork.click()
  const runs = page.getByRole('navigation').getByRole('listitem').filter({ hasText: SHORT_SONG })
  await expect(runs).toHaveCount(2)
  await editor.waitForResult()
  await page.getByRole('button', { name: 'Replay check' }).click()
  await expect(page.getByRole('button', { name: 'Replays identically' })).toBeVisible()
})

test('a result is edited, its effect is shown before anything runs, and the fork is next to its source', async ({
  editor,
  page,
}) => {
  await editor.startRun(SHORT_SONG)
  await editor.waitForResult()
  await editor.selectSpan('writeTitle')
  await editor.spanDetail().getByRole('button', { name: 'Fork with an edit' }).click()
  const text = editor.spanDetail().getByRole('textbox', { name: 'New value: the result' })
  await expect(text).not.toHaveValue('')
  await text.fill('"Another Title"')
  await editor.spanDetail().getByRole('button', { name: 'Show what runs again' }).click()
  await expect(editor.spanDetail().getByRole('status')).toContainText(/\d+ steps? runs? again, \d+ (is|are) kept/)
  await editor.showTab('Timeline')
  await expect(page.getByLabel('Runs again in the fork').first()).toBeVisible()
  await expect(page.getByText('Depends', { exact: true }).first()).toBeVisible()
  await expect(editor.idea('Composer').getByText('Runs again', { exact: true })).toBeVisible()
  await editor.showTab('Tree')
  await expect(
    page.getByRole('tree', { name: 'Spans as a tree' }).getByLabel('Runs again in the fork').first(),
  ).toBeVisible()
  await editor.spanDetail().getByRole('button', { name: 'Fork and compare' }).click()
  const comparison = page.getByRole('region', { name: 'Compare runs' })
  await expect(comparison.getByRole('treeitem', { name: /writeTitle.*result/ })).toBeVisible({ timeout: 90_000 })
  await expect(comparison.getByRole('status')).toContainText(/\d+ differences?(: your edit|, 1 is your edit)/)
  await page.keyboard.press('Escape')
  await editor.showTab('Result')
  await editor.waitForResult()
  await page.getByRole('textbox', { name: 'Continue the conversation' }).fill('and now a waltz')
  await page.getByRole('button', { name: 'Reply' }).click()
  await expect(page.getByRole('list', { name: 'Conversation so far' })).toBeVisible({ timeout: 120_000 })
})

test('a run is forked at a Call, with an edit, by the keyboard alone', async ({ editor, page }) => {
  await editor.press('r')
  await expect(editor.runDialog().getByRole('textbox').first()).toBeFocused()
  await editor.press('ControlOrMeta+a')
  await page.keyboard.type(SHORT_SONG)
  await editor.press('ControlOrMeta+Enter')
  await editor.waitForResult()
  await editor.press('1')
  const lines = page.getByRole('tree', { name: 'Timeline' })
  await expect(lines).toBeFocused()
  const title = page.getByRole('treeitem', { selected: true }).filter({ hasText: 'writeTitle' })
  for (let presses = 0; presses < 12 && !(await title.isVisible()); presses += 1) await editor.press('ArrowDown')
  // To the instant when it began, where there is nothing to edit yet.
  await editor.press('Enter')
  await editor.press('i')
  await expect(editor.inspector()).toBeFocused()
  await editor.press('1')
  await expect(editor.inspector()).toBeFocused()
  await editor.press('Escape')
  await editor.press('1')
  await expect(lines).toBeFocused()

  await editor.press('Shift+F')
  const what = editor.spanDetail().getByRole('combobox', { name: 'What to change' })
  await expect(what).toBeFocused()
  await expect(what).toHaveValue('result')
  await editor.press('Tab')
  await expect(editor.spanDetail().getByRole('textbox', { name: 'New value: the result' })).toBeFocused()
  await editor.press('ControlOrMeta+a')
  await page.keyboard.type('"Another Title"')
  await editor.tabTo(editor.spanDetail().getByRole('button', { name: 'Fork and compare' }))
  await editor.press('Enter')
  const comparison = page.getByRole('region', { name: 'Compare runs' })
  await expect(comparison).toBeFocused()
  await expect(comparison.getByRole('treeitem', { name: /writeTitle.*result/ })).toBeVisible({ timeout: 90_000 })
  await editor.press('Escape')
  await expect(comparison).toBeHidden()
  await page.close()
})

test.describe('a version of an Idea that a fork tried', () => {
  test.use(copyOfExample('devops'))

  test('is written to its file where it was better, and undo takes it back', async ({ editor, page, server }) => {
    const FILE = 'ideas/operator.json'
    const before = await readText(server.workspace, FILE)
    const idea = JSON.parse(before) as Record<string, unknown>
    const { id } = await postJson<{ readonly id: string }>(`${server.url}/api/runs`, {
      idea: 'operator',
      input: { request: 'the status of nginx' },
    })
    const { head } = await settled(server.url, id)
    // Too long for a line of the Journal.
    const description = 'Tried in a fork. '.repeat(300)
    const edit = { type: 'idea', address: 'idea://operator', content: { ...idea, description } }
    const fork = await postJson<{ readonly id: string }>(`${server.url}/api/runs/${id}/fork`, { at: head.seq, edit })
    await page.goto(`${server.url}/#/compare?a=${id}&b=${fork.id}`)
    const comparison = page.getByRole('region', { name: 'Compare runs' })
    await comparison.getByRole('button', { name: `Write B’s edit to ${FILE}` }).click()
    await expect(comparison).toContainText(`${FILE} now matches run B.`)
    await expect.poll(() => readText(server.workspace, FILE)).toContain('Tried in a fork.')
    await page.keyboard.press('Escape')
    await editor.undo()
    await expect.poll(() => readText(server.workspace, FILE)).toBe(before)
  })
})
