import { boxOf } from '../src/gestures.ts'
import { canvasRests } from '../src/in-page.ts'
import { importRun, makeRun } from '../src/made-run.ts'
import { expect, test } from '../src/test.ts'

test('runs are chosen in ranges: by Shift and a press, and by Shift and arrows', async ({ editor, page, server }) => {
  for (const seed of [1, 2, 3, 4, 5, 6]) await importRun(server.url, makeRun(`run-${seed}`, seed))
  await page.getByRole('button', { name: 'Runs', exact: true }).click()
  const table = page.getByRole('table', { name: 'All runs' })
  const boxes = table.getByRole('row').getByRole('checkbox', { name: /^Choose “/ })
  const titles = table.locator('[data-open]')
  await expect(boxes).toHaveCount(6)
  const chosen = (): Promise<readonly boolean[]> =>
    boxes.evaluateAll((all) => all.map((box) => box instanceof HTMLInputElement && box.checked))

  await boxes.nth(1).click()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await expect.poll(chosen).toEqual([false, true, true, true, false, false])
  await titles.nth(2).click({ modifiers: ['Shift'] })
  await expect.poll(chosen).toEqual([false, true, true, false, false, false])
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')

  await titles.nth(4).focus()
  await editor.press('Shift+ArrowDown')
  await expect.poll(chosen).toEqual([false, true, true, false, true, true])
  await editor.press('Shift+ArrowUp')
  await expect.poll(chosen).toEqual([false, true, true, false, true, false])
  await titles.nth(4).click({ modifiers: ['ControlOrMeta'] })
  await expect(page.getByRole('button', { name: 'Compare the two' })).toBeEnabled()
  await page.getByRole('button', { name: 'Delete 2 runs', exact: true }).click()
  await page.getByRole('button', { name: 'Delete 2 runs for good?' }).click()
  await expect(boxes).toHaveCount(4)
})

test('a chosen run that the filters hide is listed: comparing includes it, deleting leaves it, and one deleted elsewhere is no longer chosen', async ({
  page,
  server,
}) => {
  for (const seed of [1, 2, 3]) await importRun(server.url, makeRun(`run-${seed}`, seed))
  await page.goto(`${server.url}/#/runs`)
  const box = (title: string) => page.getByRole('checkbox', { name: `Choose “${title}”` })
  const compare = page.getByRole('button', { name: 'Compare the two' })
  await box('brief 1').check()
  await box('brief 2').check()
  await expect(page.getByText('hidden by the filters')).toBeHidden()

  await page.getByRole('searchbox').fill('brief 1')
  await expect(box('brief 2')).toBeHidden()
  await expect(page.getByText('1 selected run is hidden by the filters')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete 1 run', exact: true })).toBeVisible()
  await expect(compare).toBeEnabled()
  await page.getByRole('button', { name: 'Deselect hidden runs' }).click()
  await expect(page.getByText('hidden by the filters')).toBeHidden()
  await expect(compare).toBeDisabled()

  await page.getByRole('searchbox').fill('')
  await box('brief 2').check()
  await box('brief 3').check()
  await expect(compare).toBeDisabled()
  await fetch(`${server.url}/api/runs/run-3`, { method: 'DELETE' })
  await expect(box('brief 3')).toBeHidden()
  await expect(compare).toBeEnabled()
  await page.close()
})

test('runs are sorted by a column, failures are counted by code, and a view is in the address and saved by name', async ({
  page,
  server,
}) => {
  for (let seed = 1; seed <= 12; seed += 1) await importRun(server.url, makeRun(`run-${seed}`, seed, { trouble: 60 }))
  const ask = async (query: string): Promise<readonly string[]> => {
    const { items } = (await (await fetch(`${server.url}/api/runs?${query}`)).json()) as {
      readonly items: readonly { readonly input: { readonly brief: string } }[]
    }
    return items.map(({ input }) => input.brief)
  }
  const failed = await ask('error=limit.wallMs')
  expect(failed.length).toBeGreaterThan(1)
  await page.goto(`${server.url}/#/runs`)
  const table = page.getByRole('table', { name: 'All runs' })
  const titles = table.locator('[data-open]')
  await expect(titles).toHaveCount(12)
  await expect(table.getByRole('button', { name: 'limit.wallMs' })).toHaveCount(failed.length)
  await expect(table.getByTitle('Out of time.').first()).toBeVisible()
  // Calls that failed in a run that completed.
  const over = await ask('error=activity.failed&status=completed')
  await expect(table.getByTitle(/^\d+ of \d+ Calls? failed: activity\.failed$/)).toHaveCount(over.length)

  await table.getByRole('columnheader', { name: 'Tokens' }).getByRole('button').click()
  await expect(titles).toHaveText([...(await ask('sort=tokens'))])
  await table.getByRole('columnheader', { name: 'Tokens' }).getByRole('button').click()
  await expect(titles).toHaveText([...(await ask('sort=tokens&order=asc'))])
  await expect(table.getByRole('columnheader', { name: 'Tokens' })).toHaveAttribute('aria-sort', 'ascending')

  const errors = page.getByRole('combobox', { name: 'Error' })
  await expect(errors).toContainText(`limit.wallMs (${failed.length})`)
  await errors.selectOption('limit.wallMs')
  await expect(titles).toHaveCount(failed.length)
  await expect(page).toHaveURL(/error=limit\.wallMs/)
  await page.reload()
  await expect(titles).toHaveText([...(await ask('error=limit.wallMs&sort=tokens&order=asc'))])

  await page.getByRole('button', { name: 'Save view…' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Out of time')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(titles).toHaveCount(12)
  await page.getByRole('combobox', { name: 'Saved view' }).selectOption('Out of time')
  await expect(titles).toHaveCount(failed.length)
  await page.getByRole('button', { name: 'Delete the view “Out of time”' }).click()
  await expect(page.getByRole('combobox', { name: 'Saved view' })).toBeHidden()

  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('textbox', { name: 'Path in the input' }).fill('input.brief')
  await page.getByRole('textbox', { name: 'contains' }).fill('brief 7')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(titles).toHaveText(['brief 7'])
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  const slow = await ask('minMs=1000')
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('spinbutton', { name: 'Time, in seconds: from' }).fill('1')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(titles).toHaveText([...slow])

  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await errors.selectOption('limit.wallMs')
  await page.getByRole('checkbox', { name: 'Choose all runs that match' }).check()
  await expect(page.getByRole('button', { name: `Run ${failed.length} failed again` })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Choose all runs that match' }).uncheck()
  await table.getByRole('checkbox', { name: `Choose “${failed[0]}”` }).check()
  await page.getByRole('button', { name: 'Run 1 failed again' }).click()
  await page.getByRole('button', { name: 'Start 1 run?' }).click()
  await expect.poll(() => ask('error=limit.wallMs')).toHaveLength(failed.length)
  await expect.poll(async () => (await ask('')).filter((brief) => brief === failed[0])).toHaveLength(2)
  await page.close()
})

test('choosing all takes every run that matches, also those that no scrolling brought in yet', async ({
  page,
  server,
}) => {
  for (let seed = 1; seed <= 130; seed += 1)
    await importRun(server.url, makeRun(`run-${seed}`, seed, { turns: 1, callsPerTurn: 1 }))
  await page.goto(`${server.url}/#/runs`)
  const all = page.getByRole('checkbox', { name: 'Choose all runs that match' })
  await page
    .getByRole('checkbox', { name: /^Choose “/ })
    .first()
    .check()
  await expect.poll(() => all.evaluate((box) => box instanceof HTMLInputElement && box.indeterminate)).toBe(true)
  await all.check()
  await expect(page.getByRole('button', { name: 'Delete 130 runs', exact: true })).toBeVisible()
  await all.uncheck()
  await expect(page.getByRole('button', { name: /^Delete \d+ runs/ })).toBeHidden()
  await page.close()
})

test('a run that is deleted elsewhere while it is open says so, and an address of it leaves nothing blank', async ({
  editor,
  page,
  server,
  silence,
}) => {
  silence.expectNoise(/status of 404/)
  await importRun(server.url, makeRun('open', 1))
  await page.goto(`${server.url}/#run=open`)
  await editor.span('request 1').click()
  await expect(editor.spanDetail()).toBeVisible()
  const askAgain = editor.spanDetail().getByRole('button', { name: /^Ask this request again/ })
  await expect(askAgain).toBeVisible()
  const result = await editor.showTab('Result')
  await expect(result.getByRole('button', { name: 'Reply' })).toBeVisible()
  await fetch(`${server.url}/api/runs/open`, { method: 'DELETE' })
  await expect(page.getByText('The open run was deleted elsewhere')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Trace of the open run' }).getByText('deleted', { exact: true }),
  ).toBeVisible()
  await expect(editor.spanDetail()).toBeVisible()
  await expect(askAgain).toBeHidden()
  await expect(result.getByRole('button', { name: 'Reply' })).toBeHidden()
  await page.reload()
  await expect(page.getByText('This run could not be opened')).toBeVisible()
  await expect(editor.inspector()).toContainText('Select an Idea or a tool')
})

test('in a window at 200 % the inspector takes room only for what is chosen, which stays in sight', async ({
  editor,
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  const canvas = page.locator('.react-flow')
  await expect.poll(async () => (await boxOf(canvas)).width).toBeGreaterThan(500)
  // Zoomed out, the name is over the rows.
  await canvasRests(page)
  const { x, y } = await boxOf(editor.idea('Sound-Designer'))
  await page.mouse.click(x + 20, y + 10)
  await expect.poll(async () => (await boxOf(editor.inspector())).width).toBeGreaterThan(200)
  await expect
    .poll(async () => {
      const [node, pane] = [await boxOf(editor.idea('Sound-Designer')), await boxOf(canvas)]
      return node.x >= pane.x && node.x + node.width <= pane.x + pane.width
    })
    .toBe(true)
})

test('in the narrow dock of a window at 200 %, every tab is in sight and is named', async ({
  editor,
  page,
  server,
}) => {
  await importRun(server.url, makeRun('narrow', 1))
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto(`${server.url}/#run=narrow`)
  await expect(editor.scrubber()).toBeVisible()
  const list = page.getByRole('tablist', { name: 'Views of the run' })
  for (const name of ['Timeline', 'Tree', 'Messages', 'State', 'Problems', 'Result']) {
    const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) })
    // The dock measures what it has room for once it is drawn.
    await expect(async () => {
      const [dock, { x, width }] = await Promise.all([boxOf(list), boxOf(tab)])
      expect(width, name).toBeGreaterThanOrEqual(24)
      expect(x + width, name).toBeLessThanOrEqual(dock.x + dock.width + 0.5)
    }).toPass()
    await expect(tab).toHaveAttribute('title', name)
  }
})
