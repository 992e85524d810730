import { violations } from '../src/accessibility.ts'
import { boxOf } from '../src/gestures.ts'
import { importRun, makeRun } from '../src/made-run.ts'
import { expect, test } from '../src/test.ts'

test('one key shows a run over the whole window; equal calls are one bar, and a Tool leads to its spans', async ({
  server,
  editor: _editor,
  page,
}) => {
  await importRun(server.url, makeRun('large-run', 7, { turns: 2, callsPerTurn: 60, depth: 1, trouble: 0.2 }))
  await page
    .getByRole('region', { name: 'Runs' })
    .getByRole('button', { name: /brief 7/ })
    .first()
    .click()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await page.getByRole('button', { name: 'Whole window' }).click()
  const trace = page.getByRole('region', { name: 'brief 7' })
  await expect(trace.getByRole('tab', { name: 'Waterfall', selected: true })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()

  // The instant shown is drawn at the end of the time line.
  await expect
    .poll(async () => {
      const [line, bars] = await Promise.all([
        boxOf(trace.locator('[class*=_now_]').first()),
        boxOf(trace.getByRole('tree')),
      ])
      return (line.x - bars.x) / bars.width
    })
    .toBeGreaterThan(0.5)

  // Equal siblings are counted in one line, and each has its own once that is open.
  const counted = trace.getByRole('treeitem', { name: /×\d+.*calls, p95/ }).first()
  await counted.click()
  await expect(counted).toHaveAttribute('aria-expanded', 'true')
  await expect(trace.getByRole('treeitem', { selected: true })).toContainText('#')
  await trace.getByRole('tree').press('ArrowLeft')
  await expect(counted).toHaveAttribute('aria-expanded', 'false')

  // The address holds the span, the view and the part of the detail.
  await trace.getByRole('tab', { name: 'Input' }).click()
  await expect(page).toHaveURL(/#\/trace\?.*run=large-run/)
  await expect(page).toHaveURL(/tab=input/)
  await expect(page).toHaveURL(/span=request/)
  await page.reload()
  await expect(trace.getByRole('tab', { name: 'Input', selected: true })).toBeVisible()
  await expect(trace.getByRole('treeitem', { selected: true })).toBeVisible()

  // From the bottom up.
  await trace.getByRole('tab', { name: 'By Tool' }).click()
  const table = trace.getByRole('table', { name: 'Totals by Tool' })
  await table.getByRole('button', { name: 'Errors' }).click()
  await expect(table.getByRole('columnheader', { name: 'Errors' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=errors/)
  expect(await violations(page)).toEqual([])
  await table.getByRole('button', { name: 'renderPart' }).click()
  await expect(trace.getByRole('tab', { name: 'Waterfall', selected: true })).toBeVisible()
  await expect(trace.getByRole('treeitem', { selected: true })).toContainText('renderPart')
  await expect(trace.getByRole('button', { name: 'Filter: 1 question' })).toBeVisible()

  // The same key leads back, and so does the browser.
  await trace.getByRole('tree').press('Shift+R')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.goBack()
  await expect(trace).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('banner')).toBeVisible()
})

test('the address holds the Tool, its schema and the view of the dock; Back closes the schema', async ({
  editor,
  page,
}) => {
  await editor.selectTool('Producer', 'composeSong')
  await expect(page).toHaveURL(/node=idea%3Aproducer&tool=composeSong/)
  await editor.showTab('Problems')
  await expect(page).toHaveURL(/dock=problems/)
  await editor.openSchema('Producer', 'composeSong')
  await expect(page).toHaveURL(/edit=producer%2Ftool%2FcomposeSong/)
  await page.reload()
  await expect(editor.schema.region()).toBeVisible()
  await expect(page).toHaveURL(/edit=producer%2Ftool%2FcomposeSong/)
  await page.goBack()
  await expect(editor.schema.region()).toBeHidden()
  await expect(editor.inspector()).toContainText('composeSong')
  await expect(page.getByRole('tab', { name: /^Problems/, selected: true })).toBeVisible()
})
