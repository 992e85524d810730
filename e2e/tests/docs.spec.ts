import { expect, test } from '../src/test.ts'

test('Help leads to the documentation, which is searched without a network', async ({ page, editor }) => {
  await editor.press('?')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('link', { name: 'Documentation' }).click()
  const docs = await opened
  await expect(docs.getByRole('heading', { name: 'Documentation', level: 1 })).toBeVisible()
  await docs.getByRole('button', { name: 'Search' }).click()
  await docs.getByRole('searchbox').fill('unpriced')
  await docs.getByRole('option', { name: 'limit.unpriced' }).getByRole('link').click()
  await expect(docs.getByRole('heading', { name: 'limit.unpriced', level: 1 })).toBeVisible()
})
