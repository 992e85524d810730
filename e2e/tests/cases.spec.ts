import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from '../src/accessibility.ts'
import { expect, test } from '../src/test.ts'

test('a run is kept as a case; a changed prompt is named by its turn, and asking again tells what it comes to', async ({
  editor,
  page,
  server,
}) => {
  await editor.startRun('a thunder storm sound effect')
  await editor.waitForResult()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Keep as case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keep as case' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('storm')
  // Expectations that every edit of a prompt breaks are optional.
  await expect(dialog.getByRole('checkbox', { name: /Nothing changes/ })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: 'The same tools are called' }).check()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click()

  const cases = page.getByRole('region', { name: 'Cases' })
  await expect(cases.getByRole('rowheader', { name: 'passed a thunder storm sound effect' })).toBeVisible({
    timeout: 60_000,
  })
  const file = join(server.workspace, 'ideas', 'sound-designer.json')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('You are the Sound-Designer.', 'You are the Sound-Designer, and brief.'))
  await expect(cases.getByRole('rowheader', { name: 'not decided a thunder storm sound effect' })).toBeVisible({
    timeout: 60_000,
  })
  const detail = cases.getByRole('region', { name: 'Case storm' })
  await expect(detail).toContainText(
    'Turn 1 of Sound-Designer: the model would see another message (message 1, system)',
  )
  expect(await violations(page)).toEqual([])
  await detail.getByRole('button', { name: 'Ask again' }).click()
  await expect(detail).toContainText('Checked by a new run.', { timeout: 120_000 })
  await detail.getByRole('button', { name: 'Compare with the record' }).click()
  await expect(page.getByRole('region', { name: 'Compare runs' })).toContainText(/\d+ differences?/, {
    timeout: 60_000,
  })
})

test('of many expectations the list tells the one that does not hold, however narrow the window is', async ({
  page,
  server,
}) => {
  const file = join(server.workspace, 'cases', 'rain.json')
  const kept = JSON.parse(await readFile(file, 'utf8')) as { expect: readonly unknown[] }
  const expected = [...kept.expect, { type: 'calls', path: '', tool: 'never_there', min: 1 }]
  await writeFile(file, JSON.stringify({ ...kept, title: 'A long title. '.repeat(14), expect: expected }))
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto(`${server.url}/#/cases`)
  const row = page.getByRole('region', { name: 'Cases' }).getByRole('row', { name: /^failed A long title/ })
  const cell = row.getByRole('cell').filter({ hasText: 'never_there' })
  await expect(cell).toBeVisible()
  await expect(cell).toHaveAttribute('title', /never_there was called 0 times/)
  await expect.poll(async () => (await row.boundingBox())?.height ?? 0).toBeLessThan(60)

  // Expectations save themselves; one that isn't complete waits, and undo goes back.
  const stored = async (): Promise<number> =>
    (JSON.parse(await readFile(file, 'utf8')) as { expect: readonly unknown[] }).expect.length
  await row.getByRole('button').click()
  const detail = page.getByRole('region', { name: 'Case rain' })
  await detail.getByRole('button', { name: 'Edit expectations' }).click()
  await expect(detail.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await detail.getByRole('button', { name: 'Remove' }).last().click()
  await expect.poll(stored).toBe(expected.length - 1)
  await detail.getByRole('button', { name: 'Undo the last change' }).click()
  await expect.poll(stored).toBe(expected.length)
  await detail.getByRole('textbox', { name: 'Tool' }).last().fill('')
  await expect(detail).toContainText(`Expectation ${expected.length} isn’t complete yet.`)
  await expect(detail.getByRole('button', { name: 'Done' })).toBeDisabled()
  await page.close()
})
