import { expect, test } from '../src/test.ts'

test('a template opens from the gallery as a workspace of its own, and runs there', async ({
  editor,
  page,
  server,
}) => {
  await page.getByRole('navigation', { name: 'Explorer' }).getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('button', { name: 'Open Support desk' }).click()
  await page.waitForURL((url) => url.origin !== server.url)
  await expect.poll(() => editor.ideaTitles()).toContain('Support desk')
})

test('the graph leaves the page as a picture', async ({ editor, page }) => {
  await editor.press('ControlOrMeta+Shift+e')
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Picture as PNG/ }).click(),
  ])
  expect(picture.suggestedFilename()).toMatch(/\.png$/)
})
