import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../src/test.ts'

test('a run is kept as a case; a changed prompt is named by its turn, and asking again tells what it comes to', async ({
  editor,
  page,
  server,
}) => {
  await editor.startRun('a plain ballad')
  await editor.waitForResult()
  await page.getByRole('button', { name: 'More of this run' }).click()
  await page.getByRole('menuitem', { name: 'Keep as case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keep as case' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('ballad')
  await dialog.getByRole('checkbox', { name: 'The same tools are called' }).check()
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click()

  const cases = page.getByRole('region', { name: 'Cases' })
  await expect(cases.getByRole('rowheader', { name: 'passed a plain ballad' })).toBeVisible({ timeout: 60_000 })
  const file = join(server.workspace, 'ideas', 'composer.json')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('You are the Composer.', 'You are the Composer, and brief.'))
  await expect(cases.getByRole('rowheader', { name: 'failed a plain ballad' })).toBeVisible({ timeout: 60_000 })
  const detail = cases.getByRole('region', { name: 'Case ballad' })
  await expect(detail).toContainText('Turn 1 of Composer: the model would see another message')
  await detail.getByRole('button', { name: 'Ask again' }).click()
  await expect(detail).toContainText('Judged by a run that asked again.', { timeout: 120_000 })
  await detail.getByRole('button', { name: 'Compare with the record' }).click()
  await expect(page.getByRole('region', { name: 'Compare runs' })).toContainText('They part in', { timeout: 60_000 })
})
