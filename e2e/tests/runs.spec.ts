import { boxOf } from '../src/gestures.ts'
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
  expect(await chosen()).toEqual([false, true, true, true, false, false])
  await titles.nth(2).click({ modifiers: ['Shift'] })
  expect(await chosen()).toEqual([false, true, true, false, false, false])
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')

  await titles.nth(4).focus()
  await editor.press('Shift+ArrowDown')
  expect(await chosen()).toEqual([false, true, true, false, true, true])
  await editor.press('Shift+ArrowUp')
  expect(await chosen()).toEqual([false, true, true, false, true, false])
  await titles.nth(4).click({ modifiers: ['ControlOrMeta'] })
  await expect(page.getByRole('button', { name: 'Compare the two' })).toBeEnabled()
  await page.getByRole('button', { name: 'Delete 2 runs', exact: true }).click()
  await page.getByRole('button', { name: 'Delete 2 runs for good?' }).click()
  await expect(boxes).toHaveCount(4)
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
  const dock = await boxOf(page.getByRole('tablist', { name: 'Views of the run' }))
  for (const name of ['Timeline', 'Tree', 'Messages', 'State', 'Problems', 'Result']) {
    const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) })
    const { x, width } = await boxOf(tab)
    expect(width, name).toBeGreaterThanOrEqual(24)
    expect(x + width, name).toBeLessThanOrEqual(dock.x + dock.width + 0.5)
    await expect(tab).toHaveAttribute('title', name)
  }
})
