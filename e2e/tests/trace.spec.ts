import { importRun, makeRun } from '../src/made-run.ts'
import { SHORT_SONG } from '../src/songs.ts'
import { expect, test } from '../src/test.ts'

test('a failed run opens on its cause; its spans are filtered, looked at closer and stepped through', async ({
  server,
  editor,
  page,
}) => {
  await importRun(server.url, makeRun('failed-run', 341, { trouble: 0.6 }))
  const runs = page.getByRole('region', { name: 'Runs' })
  await runs
    .getByRole('button', { name: /brief 341/ })
    .first()
    .click()
  await expect(editor.spanDetail()).toContainText('No such Tool.')
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('wrteMelody')
  const failure = page.getByRole('alert').filter({ hasText: 'Run again' })
  await expect(failure).toContainText(/limit|model|engine/)
  await expect(failure.getByRole('button', { name: 'Go to it' })).toBeHidden()
  // It is a problem like any other, with its remedies next to it.
  const problems = await editor.showTab('Problems')
  const problem = problems.getByRole('group', { name: 'The run failed' })
  await expect(problem.getByRole('button', { name: 'Run again' })).toBeVisible()
  await editor.showTab('Timeline')
  const goToIt = failure.getByRole('button', { name: 'Go to it' })
  // Rows move while the timeline brings its selection into sight.
  await expect(async () => {
    await page.getByRole('treeitem', { selected: false }).first().click()
    await expect(goToIt).toBeVisible({ timeout: 2000 })
  }).toPass()
  await goToIt.click()
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('wrteMelody')

  const search = page.getByRole('searchbox', { name: 'Search spans' })
  await search.fill('request 2')
  await search.press('Enter')
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('request 2')
  await page.getByRole('tree').focus()
  await page.keyboard.press('n')
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('request 2')
  await page.keyboard.press('Shift+N')
  await search.press('Escape')

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('checkbox', { name: 'waited for a person' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('treeitem').last()).toContainText('chooseForm')
  await page.getByRole('button', { name: 'Filter: 1 question' }).click()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Zoom in \(\+\)/ }).click()
  await page.getByRole('button', { name: /^Fit the whole run/ }).click()
  await expect(page.getByRole('button', { name: /^Fit the whole run/ })).toBeDisabled()

  await page.getByRole('combobox', { name: 'Step by' }).selectOption('error')
  await page.getByRole('button', { name: 'Previous error' }).click()
  await expect(page.getByText(/^seq 96 of 96$/)).toBeHidden()
  await page.getByRole('button', { name: 'Next error' }).click()
  await expect(page.getByText(/^seq \d+ of 96$/)).toBeVisible()

  // No executor made this record, and the check opens it where one would do otherwise.
  await page.getByRole('button', { name: 'Replay check' }).click()
  await expect(page.getByText('First difference at event 2 of 96, request/0#request.started')).toBeVisible()
  await expect(page.getByText(/^Recorded: request\.started\. Replayed: /)).toBeVisible()
  await expect(page.getByText(/^seq 2 of 96$/)).toBeVisible()
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('request 1')
  // A wait that is yet to come has no length so far.
  await expect(page.getByRole('treeitem', { name: /\b15 ms/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Run again…' }).click()
  await expect(editor.runDialog().getByRole('textbox', { name: 'Brief' })).toHaveValue('brief 341')
})

test('a Request whose answer was refused is red and says why; search finds it by its words and its key', async ({
  server,
  editor,
  page,
}) => {
  await importRun(server.url, makeRun('refused-run', 60, { trouble: 0, refusal: 'bars is 96, the maximum is 64.' }))
  await page
    .getByRole('region', { name: 'Runs' })
    .getByRole('button', { name: /brief 60/ })
    .first()
    .click()
  const refused = page.getByRole('treeitem').filter({ has: page.getByRole('img', { name: 'refused' }) })
  await expect(refused).toHaveCount(1)
  await expect(refused).toContainText('request 1')
  const search = page.getByRole('searchbox', { name: 'Search spans' })
  for (const asked of ['maximum is 64', 'arguments.invalid', '#answer.rejected']) {
    await search.fill(asked)
    await search.press('Enter')
    await expect(page.getByRole('treeitem', { selected: true })).toContainText('request 1')
    await page.getByRole('treeitem').first().click()
  }
  await search.fill('')
  // From the end, the only error is the refusal.
  await page.getByRole('combobox', { name: 'Step by' }).selectOption('error')
  await page.getByRole('button', { name: 'Previous error' }).click()
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('request 1')
  await expect(editor.spanDetail()).toContainText('bars is 96, the maximum is 64.')
  await expect(editor.spanDetail()).toContainText('arguments.invalid')
  await page.getByRole('button', { name: 'More actions' }).click()
  for (const name of [/JSON/, /HTML/, /OTLP/, /Mermaid/, /Markdown/])
    await expect(page.getByRole('menuitem', { name })).toBeVisible()
})

test('two runs are open at once, each in its tab as it was left; one that completed says which Call failed', async ({
  server,
  editor,
  page,
}) => {
  await importRun(server.url, makeRun('first-run', 341, { trouble: 0.6 }))
  await importRun(server.url, makeRun('second-run', 207, { trouble: 0.6 }))
  const runs = page.getByRole('region', { name: 'Runs' })
  await runs
    .getByRole('button', { name: /brief 341/ })
    .first()
    .click()
  await expect(page.getByText(/^seq 96 of 96$/)).toBeVisible()
  await editor.scrubTo(0.4)
  const instant = await page.getByText(/^seq (?!96 )\d+ of 96$/).textContent()
  await runs
    .getByRole('button', { name: /brief 207/ })
    .first()
    .click()
  await expect(page.getByText(/^seq 62 of 62$/)).toBeVisible()
  const failed = page.getByRole('note').filter({ hasText: '1 of 6 Calls failed:' })
  await editor.showTab('Problems')
  await expect(failed).toContainText('activity.failed')
  await failed.getByRole('button', { name: 'Go to it' }).click()
  await expect(editor.spanDetail()).toContainText('It threw.')
  await editor.showTab('Result')
  await expect(failed).toBeVisible()
  const tabs = page.getByRole('list', { name: 'Open runs' })
  await tabs.getByRole('button', { name: /^failed brief 341|^brief 341/ }).click()
  await expect(page.getByText(instant ?? '', { exact: true })).toBeVisible()
  await tabs.getByRole('button', { name: 'Close “brief 207”' }).click()
  await expect(tabs).toBeHidden()
  await expect(page.getByText(instant ?? '', { exact: true })).toBeVisible()
})

test('a request shows what was read from its answer, the answer as it came, and each piece with its time', async ({
  editor,
}) => {
  await editor.startRun(SHORT_SONG)
  await editor.waitForResult()
  await editor.selectSpan('request 1')
  const detail = editor.spanDetail()
  await expect(
    detail.getByRole('button', { name: 'Show composeSong' }).or(detail.getByText('composeSong')).first(),
  ).toBeVisible()
  await detail.getByRole('button', { name: 'Raw' }).click()
  await expect(detail.getByText('"_tool":"composeSong"')).toBeVisible()
  await detail.getByRole('button', { name: 'Pieces' }).click()
  await expect(detail.getByRole('columnheader', { name: 'after' })).toBeVisible()
})

test('selecting an Idea or a Tool on the canvas marks its spans in the timeline', async ({ server, editor, page }) => {
  await importRun(server.url, makeRun('marked-run', 60, {}))
  await page
    .getByRole('region', { name: 'Runs' })
    .getByRole('button', { name: /brief 60/ })
    .first()
    .click()
  const marked = page.locator('[role=treeitem][aria-current]')
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await expect(marked).toHaveCount(0)
  await editor.goToIdea('Producer')
  await expect(marked.first()).toBeVisible()
  await expect(marked.filter({ hasText: /request/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(marked).toHaveCount(0)
})
