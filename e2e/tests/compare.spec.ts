import { SHORT_SONG } from '../src/songs.ts'
import { expect, test } from '../src/test.ts'

/** The place of a song that has played for a while, before the song's length. */
const LATER = /(?!0:00)\d:\d\d \//

test('two runs are compared by call path, both songs are heard at one place, and a page finds them by their words', async ({
  editor,
  page,
}) => {
  for (const brief of ['a plain ballad', 'a happy waltz']) {
    await editor.startRun(brief)
    await editor.waitForResult()
  }
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  const comparison = page.getByRole('region', { name: 'Compare runs' })
  await expect(comparison.getByRole('combobox', { name: 'Run A' })).toContainText('a plain ballad')
  await expect(comparison.getByRole('status')).toContainText(/\d+ differences/)
  await comparison.getByRole('treeitem', { name: /Producer/ }).click()
  const detail = comparison.getByRole('region', { name: 'Differences of Producer' })
  await expect(detail.getByRole('deletion').first()).toContainText('a plain ballad')
  await expect(detail.getByRole('insertion').first()).toContainText('a happy waltz')
  await detail.getByRole('button', { name: /^Play/ }).click()
  await expect(detail.getByText(LATER)).toBeVisible()
  await detail.getByRole('radio').nth(1).click()
  await expect(detail.getByRole('button', { name: /^Pause/ })).toBeVisible()
  await expect(detail.getByText(LATER)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(comparison).toBeHidden()

  await page.getByRole('button', { name: 'Runs', exact: true }).click()
  const runs = page.getByRole('table', { name: 'All runs' })
  await expect(runs.getByRole('button', { name: 'a happy waltz', exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search inputs, outputs and notes' }).fill('plain')
  await expect(runs.getByRole('button', { name: 'a happy waltz', exact: true })).toBeHidden()
  await runs.getByRole('button', { name: 'Star “a plain ballad”' }).click()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(runs.getByRole('button', { name: 'a happy waltz', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Only starred runs' }).click()
  await expect(runs.getByRole('button', { name: 'a happy waltz', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await runs.getByRole('checkbox', { name: 'Choose “a happy waltz”' }).check()
  await page.getByRole('button', { name: 'Delete 1 run', exact: true }).click()
  await page.getByRole('button', { name: 'Delete 1 run for good?' }).click()
  await expect(runs.getByRole('button', { name: 'a happy waltz', exact: true })).toBeHidden()
  await runs.getByRole('button', { name: 'a plain ballad', exact: true }).click()
  await expect(page).toHaveURL(/#run=/)
})

test('the address of an instant opens the run at that instant again', async ({ editor, page }) => {
  await editor.startRun(SHORT_SONG)
  await editor.waitForResult()
  await editor.scrubTo(0.3)
  await expect(page).toHaveURL(/#run=.+&seq=\d+/)
  const instant = page
    .getByRole('status')
    .filter({ hasText: /seq/ })
    .or(page.getByText(/^seq \d+ of \d+$/))
  const shown = await instant.first().textContent()
  await page.reload()
  await expect(page.getByText(shown ?? '', { exact: true })).toBeVisible()
})
