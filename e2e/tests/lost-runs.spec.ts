import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { importRun, makeRun } from '../src/made-run.ts'
import { copyOfMusic, removeFolder, startServer } from '../src/server.ts'
import { expect, test } from '../src/test.ts'

const PAGE = 8192
/** The first byte of a page of the table that holds events. */
const LEAF = 13

/** Overwrites one page that holds lines of a run, as a failing disk does. */
const overwritePageOf = async (database: string, run: string): Promise<void> => {
  const bytes = await readFile(database)
  const line = Buffer.from(`"run":"${run}"`)
  const pages = Array.from({ length: bytes.length / PAGE }, (_, page) => page * PAGE)
  const at = pages.find((page) => bytes[page] === LEAF && bytes.subarray(page, page + PAGE).includes(line))
  if (at === undefined) throw new Error(`no page holds ${run}`)
  await writeFile(database, bytes.fill(0, at, at + PAGE))
}

/** Changes one letter of the record, at any place: the database itself cannot notice. */
const changeLinesOf = async (database: string, run: string): Promise<void> => {
  const text = await readFile(database, 'latin1')
  const changed = text.replaceAll(`"run":"${run}","type":"request.`, `"run":"${run}","type":"request!`)
  if (changed === text) throw new Error(`no line of ${run} is there`)
  await writeFile(database, changed, 'latin1')
}

test('a workspace whose database lost runs says which, lists damaged ones as damaged and opens the others', async ({
  page,
}) => {
  const workspace = await copyOfMusic()
  const database = join(workspace, '.ensemble/ensemble.db')
  const runs = Array.from({ length: 6 }, (_, n) => `run-${n + 1}`)
  const first = await startServer({ workspace })
  for (const [n, id] of runs.entries()) await importRun(first.url, makeRun(id, n + 1))
  await first.stop()
  await overwritePageOf(database, 'run-4')

  const second = await startServer({ workspace })
  expect(second.output()).toContain('was damaged')
  const [loss] = (await (await fetch(`${second.url}/api/losses`)).json()) as [{ lost: { run: string }[]; kept: number }]
  const lost = loss.lost.map(({ run }) => run)
  const kept = runs.filter((id) => !lost.includes(id))
  expect(lost).toContain('run-4')
  expect(kept.length).toBeGreaterThan(1)
  await page.goto(`${second.url}/#/runs`)
  const notice = page.getByRole('status').filter({ hasText: 'The run database was damaged' })
  await expect(notice).toContainText(`${kept.length} runs are still here.`)
  await expect(notice).toContainText('The damaged file was saved as .ensemble/ensemble.db.damaged-')
  for (const id of lost) await expect(notice.getByRole('list', { name: 'Lost runs' })).toContainText(id)
  const table = page.getByRole('table', { name: 'All runs' })
  await expect(table.locator('[data-open]')).toHaveCount(kept.length)
  await table.locator('[data-open]').first().click()
  await expect(page.getByRole('tree', { name: 'Timeline' })).toBeVisible()
  await page.goto('about:blank')
  await second.stop()

  const [changed = ''] = kept
  await changeLinesOf(database, changed)
  const third = await startServer({ workspace })
  await page.goto(`${third.url}/#/runs`)
  // Told until somebody has seen it.
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toBeHidden()
  const row = table.getByRole('row').filter({ hasText: `brief ${runs.indexOf(changed) + 1}` })
  await expect(row).toContainText('done')
  await row.locator('[data-open]').click()
  await expect(page.getByText(/This run could not be opened: .+ was changed or is lost/)).toBeVisible()
  await page.goto(`${third.url}/#/runs`)
  await expect(row).toContainText('damaged')
  await expect(row).not.toContainText('done')
  await table.locator('[data-open]').first().click()
  await expect(page.getByRole('tree', { name: 'Timeline' })).toBeVisible()
  await page.close()
  await third.stop()
  await removeFolder(dirname(workspace))
})
