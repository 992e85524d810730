import { violations } from '../src/accessibility.ts'
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
  await dialog.getByRole('textbox', { name: 'Name' }).fill('storm')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Storm')
  await dialog.getByRole('button', { name: 'Extract' }).click()
  await expect(editor.idea('Storm')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('navigation', { name: 'Explorer' }).getByRole('button', { name: 'Cases' }).click()
  const cases = page.getByRole('region', { name: 'Cases' })
  await expect(cases.getByRole('rowheader', { name: 'passed Storm' })).toBeVisible({ timeout: 60_000 })
  expect(await violations(page)).toEqual([])
})
